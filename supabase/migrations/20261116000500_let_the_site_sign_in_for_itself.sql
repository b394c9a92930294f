-- What the site writes without speaking for a visitor, it writes by a role of its own that may call these functions and nothing else. A
-- hosted project has no such role: there its own functions with a site key are called.
do $$
begin
  if to_regrole('porchlight_site') is not null then
    grant usage on schema site to porchlight_site;
    grant execute on function site.set_owners(text[]), site.page_view_salt(date), site.write_page_views(jsonb),
      site.count_page_views(text[]) to porchlight_site;
  end if;
end
$$;
