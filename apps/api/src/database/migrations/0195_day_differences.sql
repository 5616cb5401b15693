-- A figure of a day of the books that is another at the card provider (OPS-13): until both agree, or somebody settles it.
create table day_difference (
  day text not null,
  figure text not null,
  ours_cents bigint not null,
  theirs_cents bigint not null,
  compared_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  reason text,
  primary key (day, figure)
);
create index ledger_entry_of_dispute on ledger_entry ((data ->> 'dispute_id')) where data ->> 'dispute_id' is not null;
