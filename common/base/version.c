#include "common/base/version.h"

const char version_text[] = KITH_VERSION;
const char *const version_agent = "Kith/" KITH_VERSION;
