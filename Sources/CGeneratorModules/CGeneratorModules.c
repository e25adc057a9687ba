// This target has no code, only the empty modules of include/module.modulemap.
