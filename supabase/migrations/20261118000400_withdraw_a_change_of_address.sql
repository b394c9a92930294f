-- A user withdraws a change of the e-mail address that is not confirmed yet: the links and codes of its mails then open nothing. The auth
-- service has no call for it. When the mails were sent is kept, so that the next change waits as long as it would have.
create or replace function public.withdraw_my_email_change() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_own_data();
  -- First, as the service does when it confirms: one of the two finds the tokens gone.
  delete from auth.one_time_tokens
  where user_id = auth.uid() and token_type in ('email_change_token_new', 'email_change_token_current');
  update auth.users
  set email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0, updated_at = now()
  where id = auth.uid() and email_change <> '';
  return found;
end $$;

revoke execute on function public.withdraw_my_email_change() from public, anon;
grant execute on function public.withdraw_my_email_change() to authenticated;
