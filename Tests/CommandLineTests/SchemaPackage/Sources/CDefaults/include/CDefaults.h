/* The default number of workers, which no Swift source shows. */
int default_workers(void);
