-- A filter `in` brings its values already parted, as for the rows that the page shows: a value with a comma or a space in front is not cut in two,
-- and a file has the same rows as the page.
create or replace function site.where_clause(target regclass, filters jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  result text := 'true';
  wanted record;
  column_type text;
begin
  for wanted in select f."column" as named, f.operator, f.value, f."values" as listed
      from jsonb_to_recordset(coalesce(filters, '[]')) f ("column" text, operator text, value text, "values" text[]) loop
    column_type := site.column_type(target, wanted.named);
    result := result || ' and ' || case
      when wanted.operator in ('eq', 'neq', 'gt', 'gte', 'lt', 'lte') then format('t.%I %s %L::%s', wanted.named,
        case wanted.operator when 'eq' then '=' when 'neq' then '<>' when 'gt' then '>' when 'gte' then '>=' when 'lt' then '<' else '<=' end,
        wanted.value, column_type)
      when wanted.operator in ('like', 'ilike') then
        format('t.%I::text %s %L', wanted.named, wanted.operator, replace(wanted.value, '*', '%'))
      when wanted.operator = 'in' and wanted.listed is not null then
        format('t.%I = any (%L::text[]::%s[])', wanted.named, wanted.listed, column_type)
      when wanted.operator = 'is' and wanted.value in ('null', 'true', 'false') then format('t.%I is %s', wanted.named, wanted.value)
      when wanted.operator = 'is' and wanted.value in ('not.null', 'not_null') then format('t.%I is not null', wanted.named)
    end;
    if result is null then
      raise exception 'A filter cannot be read: % % %.', wanted.named, wanted.operator, wanted.value using hint = 'bad_filter';
    end if;
  end loop;
  return result;
end $$;
