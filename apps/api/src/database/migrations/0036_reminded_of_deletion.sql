-- SAFE-13: when the client was reminded, a day before, that the account is about to be deleted.
alter table client add column erase_reminded_at timestamptz;
