-- pgsodium: the schema that grants name. It is empty.
create schema if not exists pgsodium;
comment on schema pgsodium is '@mark@';
