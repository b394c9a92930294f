/** All settings. The guide's page on settings has the same table, and a test compares the two. */
export const settingsTable = [
  { name: 'PORT', default: '3000', meaning: 'The port to listen on; 0 takes any free one.' },
  {
    name: 'HOST',
    default: 'localhost',
    meaning: 'The address to listen on. `localhost` is this machine only; set `0.0.0.0` in a container.',
  },
  {
    name: 'SITE_URL',
    default: 'http://localhost:PORT',
    meaning: 'The address visitors use, e.g. `https://example.com`.',
  },
  { name: 'DATA_DIR', default: '.data', meaning: 'The folder for everything the site keeps.' },
  { name: 'CONTENT_DIR', default: 'content', meaning: 'The folder with the Markdown pages.' },
  {
    name: 'DATABASE_URL',
    default: '',
    meaning: 'A Postgres server (`postgres://…`) in place of the embedded one.',
  },
  {
    name: 'DIRECT_URL',
    default: '',
    meaning: 'The server behind `DATABASE_URL` if that is a pooler, for migrations, LISTEN and replication.',
  },
  {
    name: 'DATABASE_READ_URL',
    default: '',
    meaning: 'A streaming replica of `DATABASE_URL`, for reads that may be five seconds late.',
  },
  {
    name: 'SUPABASE_URL',
    default: '',
    meaning: 'A hosted Supabase project in place of the embedded backend.',
  },
  { name: 'SUPABASE_KEY', default: '', meaning: 'That project’s public key (anon or publishable).' },
  {
    name: 'SUPABASE_JWT_SECRET',
    default: '',
    meaning: 'That project’s shared secret, needed only while it signs with one (HS256).',
  },
  {
    name: 'SUPABASE_CONFIG',
    default: 'supabase/config.toml',
    meaning: 'The file with the settings of the embedded backend.',
  },
  {
    name: 'LOG_FORMAT',
    default: 'auto',
    meaning: '`text` writes the log for people, `json` for programs; `auto` is `text` in a terminal.',
  },
  { name: 'LOG_REQUESTS', default: 'on', meaning: '`off` writes no log line for each request.' },
  {
    name: 'METRICS_TOKEN',
    default: '',
    meaning: 'Switches on `/metrics` for those who send it as a bearer token; at least 32 characters.',
  },
  {
    name: 'METRICS_ADDRESS',
    default: '',
    meaning: 'Switches on `/metrics` on an address of its own, such as `127.0.0.1:9464`.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    meaning:
      'Switches on traces: the collector of OpenTelemetry that takes OTLP in JSON over HTTP, such as `http://localhost:4318`.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    default: '',
    meaning: 'The same as the whole address for traces, such as `http://localhost:4318/v1/traces`.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    default: '',
    meaning: 'Headers for the collector (`api-key=abc,tenant=one`).',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    default: 'porchlight',
    meaning: 'The name of this site in the traces.',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    default: 'parentbased_always_on',
    meaning:
      'Which requests are traced: `always_on`, `always_off`, `traceidratio`, or one of them after `parentbased_`, which does as the caller did.',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    meaning: 'The share of requests for `traceidratio`, from 0 to 1.',
  },
  { name: 'ADMIN', default: 'on', meaning: '`off` removes the admin area at `/admin`.' },
  {
    name: 'TRUST_PROXY',
    default: '',
    meaning: 'How many proxies stand in front (`1`), or their addresses (`10.0.0.0/8, ::1`).',
  },
  {
    name: 'CDN',
    default: '',
    meaning:
      'The CDN that keeps pages until they change: `cloudflare`, `fastly`, `bunny`, `varnish`, or `http` for another one.',
  },
  {
    name: 'CDN_PURGE_URL',
    default: '',
    meaning:
      'Where it is told about changes: Varnish itself, or an address of yours; else the API of the service.',
  },
  { name: 'CDN_TOKEN', default: '', meaning: 'The token or key for that.' },
  {
    name: 'CDN_ZONE',
    default: '',
    meaning: 'The ID of the zone (Cloudflare), service (Fastly) or pull zone (Bunny).',
  },
  {
    name: 'JWT_SECRET',
    default: 'generated',
    meaning: 'Signs the tokens of the embedded backend; at least 32 characters.',
  },
  {
    name: 'ANON_KEY',
    default: 'generated',
    meaning: 'The embedded backend’s key for visitors, as a token.',
  },
  {
    name: 'SERVICE_ROLE_KEY',
    default: 'generated',
    meaning: 'The embedded backend’s key that opens everything, as a token.',
  },
  {
    name: 'PUBLISHABLE_KEY',
    default: 'generated',
    meaning: 'The same as `ANON_KEY` in the newer form (`sb_publishable_…`).',
  },
  {
    name: 'SECRET_KEY',
    default: 'generated',
    meaning: 'The same as `SERVICE_ROLE_KEY` in the newer form (`sb_secret_…`).',
  },
  {
    name: 'PRIVATE_HOSTS',
    default: '',
    meaning:
      'Hosts in your own network that sign-in providers, webhooks and functions may reach (`keycloak.lan, localhost:9000`), also without HTTPS.',
  },
  {
    name: 'DB_ENCRYPTION_KEY',
    default: '',
    meaning:
      'Encrypts the secrets that the embedded backend keeps in the database (authenticator apps, added providers); 32 bytes in base64url.',
  },
  {
    name: 'DB_ENCRYPTION_KEY_ID',
    default: '',
    meaning: 'The name of that key, which is stored beside what it encrypts (`2026-11`).',
  },
  {
    name: 'DB_DECRYPTION_KEYS',
    default: '',
    meaning: 'Earlier keys, for what they encrypted (`2025-01:key,2026-01:key`).',
  },
  {
    name: 'STORAGE_S3_BUCKET',
    default: '',
    meaning: 'A bucket of an S3 store for uploaded files, in place of `DATA_DIR`.',
  },
  {
    name: 'STORAGE_S3_ENDPOINT',
    default: 'https://s3.REGION.amazonaws.com',
    meaning: 'That store, when it is not Amazon’s (`https://s3.example.com`).',
  },
  {
    name: 'STORAGE_S3_REGION',
    default: 'us-east-1',
    meaning: 'The region of the bucket.',
  },
  {
    name: 'AWS_ACCESS_KEY_ID',
    default: '',
    meaning: 'The key to the bucket.',
  },
  {
    name: 'AWS_SECRET_ACCESS_KEY',
    default: '',
    meaning: 'The secret that belongs to the key.',
  },
  {
    name: 'BACKUP_TO',
    default: 'DATA_DIR/backups',
    meaning: 'Where backups go: a folder, or a bucket (`s3://bucket/folder`).',
  },
  {
    name: 'BACKUP_EVERY',
    default: '',
    meaning: 'The site makes a backup by itself: so often (`24h`, `7d`), or each day at a time (`03:30`).',
  },
  {
    name: 'BACKUP_KEEP',
    default: '',
    meaning: 'Which of them are kept (`7 daily, 4 weekly, 6 monthly`); all without it.',
  },
  {
    name: 'BACKUP_S3_ENDPOINT',
    default: 'STORAGE_S3_ENDPOINT',
    meaning: 'The store of that bucket, when it is not the one for uploaded files.',
  },
  {
    name: 'BACKUP_S3_REGION',
    default: 'STORAGE_S3_REGION',
    meaning: 'The region of that bucket.',
  },
  {
    name: 'BACKUP_S3_ACCESS_KEY_ID',
    default: 'AWS_ACCESS_KEY_ID',
    meaning: 'The key to that bucket.',
  },
  {
    name: 'BACKUP_S3_SECRET_ACCESS_KEY',
    default: 'AWS_SECRET_ACCESS_KEY',
    meaning: 'The secret that belongs to that key.',
  },
  {
    name: 'PAGE_VIEW_SECRET',
    default: 'generated',
    meaning: 'Signs what pages send when they are viewed; the same for all processes that serve the site.',
  },
  {
    name: 'GOATCOUNTER_TOKEN',
    default: '',
    meaning: 'The key of GoatCounter’s API, if that counts the views.',
  },
] as const;

export type SettingName = (typeof settingsTable)[number]['name'];
