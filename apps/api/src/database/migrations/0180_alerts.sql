-- GO-05: what is wrong now, so that its mails leave once an hour whatever the number of processes, and one when it is over.
create table alert (
  name text primary key,
  since timestamptz not null,
  seen_at timestamptz not null,
  mailed_at timestamptz not null
);
