#include <sqlite3.h>

// Swift can't call functions that take any number of arguments.
static inline void keep_log_on_close(sqlite3 *connection, int keeps) {
    sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}
