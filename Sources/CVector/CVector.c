// SwiftPM builds a C target only if it has a source file. The functions are in the header.
#include "CVector.h"
