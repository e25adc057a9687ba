#include "CDefaults.h"

#include <math.h>

int default_workers(void) { return (int)sqrt(64.0); }
