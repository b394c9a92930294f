-- Requests for consent that are over are cleared away by their age, whatever became of them.

create index if not exists oauth_authorizations_expires_at_idx on auth.oauth_authorizations (expires_at);
