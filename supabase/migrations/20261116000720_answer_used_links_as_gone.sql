-- A link that has been used or revoked is answered with 410. The code that was raised until now stands for "no data found", which the data API answers with
-- 500, as if something were broken here. All else is as in 20261116000210.
create or replace function public.join_name_list(token text, called text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid;
  hashed bytea := sha256(convert_to(coalesce(token, ''), 'UTF8'));
begin
  perform site.require_own_data();
  select v.list_id into wanted from public.name_list_invitations v where v.token_hash = hashed;
  -- A member has nothing to use up.
  if wanted is not null and site.is_in_name_list(wanted) then
    return wanted;
  end if;
  -- The list first, then the link: all callers take them in this order, so that no two wait for each other in a circle.
  perform from public.name_lists l where l.id = wanted for update;
  update public.name_list_invitations v set used_at = now()
    where v.token_hash = hashed and not (v.once and v.used_at is not null)
    returning v.list_id into wanted;
  if not found then
    -- Codes of this form name the status of the answer.
    raise exception 'This link has been used or revoked.' using errcode = 'PT410', hint = 'link_gone';
  end if;
  if (select count(*) from public.name_list_members m where m.list_id = wanted) >= 2 then
    raise exception 'Two people are in this list already.' using errcode = '23514', hint = 'list_full';
  end if;
  insert into public.name_list_members (list_id, user_id, called)
    values (wanted, auth.uid(), left(btrim(coalesce(called, '')), 40)) on conflict do nothing;
  return wanted;
end $$;
