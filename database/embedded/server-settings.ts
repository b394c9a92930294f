export const loopback = '127.0.0.1';

/** The settings of the embedded server. `alter system set …` overrides all of them except the address. */
export const serverConfiguration = `# Written by the program at every start. Change settings with: alter system set name = value

# Nothing acknowledged is ever lost.
fsync = on
full_page_writes = on
synchronous_commit = on
wal_level = logical
min_wal_size = 48MB
max_wal_size = 256MB

# A forgotten subscriber must not fill the disk.
max_slot_wal_keep_size = 512MB
max_wal_senders = 16
max_replication_slots = 16

# Small: a site's data fits, and what is not used is not taken.
shared_buffers = 32MB
maintenance_work_mem = 32MB
effective_cache_size = 256MB
max_connections = 60
max_worker_processes = 4
max_parallel_workers = 2
max_parallel_workers_per_gather = 0
max_logical_replication_workers = 0
autovacuum_max_workers = 2
autovacuum_worker_slots = 2
io_method = sync
jit = off
huge_pages = off

# EXPLAIN (verbose) names the query, so that it is found again in pg_stat_statements.
compute_query_id = on

# Times and words do not depend on the machine.
timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'

# Failed statements are reported to the client that sent them, and contain personal data: they are not logged.
log_line_prefix = ''
log_min_messages = log
log_min_error_statement = panic
log_checkpoints = off
unix_socket_permissions = 0700
password_encryption = scram-sha-256
`;

/** The access rules: a password for every connection, over the socket or loopback. */
export const accessRules = `# Written by the program at every start.
local all         all                scram-sha-256
local replication all                scram-sha-256
host  all         all ${loopback}/32   scram-sha-256
host  replication all ${loopback}/32   scram-sha-256
`;
