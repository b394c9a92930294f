-- Two migrations of a site may have the same number, so each is recorded with its name too.
do $$
begin
  if exists (
    select from pg_constraint
    where conrelid = 'porchlight.applied_migrations'::regclass and contype = 'p' and cardinality(conkey) = 2
  ) then
    alter table porchlight.applied_migrations
      drop constraint applied_migrations_pkey,
      add constraint applied_migrations_pkey primary key (kind, version, name);
  end if;
end
$$;
