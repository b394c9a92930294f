-- Runs without a recording come from the exports of Garmin and Apple, too.
alter table public.runs
  drop constraint runs_source_check,
  add constraint runs_source_check check (source in ('fit', 'tcx', 'gpx', 'strava', 'garmin', 'apple'));

alter table public.published_runs
  drop constraint published_runs_source_check,
  add constraint published_runs_source_check check (source in ('fit', 'tcx', 'gpx', 'strava', 'garmin', 'apple'));
