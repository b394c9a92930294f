-- pg_graphql: the schemas that grants and config.toml name. They are empty: GraphQL queries are not answered.
create schema if not exists graphql;
create schema if not exists graphql_public;
comment on schema graphql is '@mark@';
comment on schema graphql_public is '@mark@';
grant usage on schema graphql, graphql_public to anon, authenticated, service_role;
