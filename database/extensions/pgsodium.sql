-- pgsodium: the schema that grants name, and the sequence that dumps of data set. Nothing else is in it.
create schema if not exists pgsodium;
comment on schema pgsodium is '@mark@';
create sequence if not exists pgsodium.key_key_id_seq;
