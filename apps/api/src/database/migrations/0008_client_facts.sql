-- What happens to an account, and when it is to be erased.

-- Facts about a client, by whoever made them; append only until the account is erased.
create table client_event (
  client_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  author text not null,
  event text not null,
  data jsonb not null default '{}',
  primary key (client_id, id)
);

alter table client
  -- when the client's wish to be deleted is carried out; null while there is none
  add column erase_at timestamptz,
  -- when it was; the row stays for the payment records
  add column erased_at timestamptz;
create index client_to_erase on client (erase_at, id) where erase_at is not null and erased_at is null;
