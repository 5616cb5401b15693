-- HOLD-04: what a migration takes away from older builds, in words; null where they go on working beside it.
alter table migration add column if not exists removes text;
