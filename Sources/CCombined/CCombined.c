// This target has only empty modules: see include/module.modulemap.
