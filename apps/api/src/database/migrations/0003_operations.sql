-- What operations do: events of orders, the log of their actions, and the lists that they read.

alter table client_order add column writer_revision_complete_at timestamptz;

-- Operations find an order by its key alone, and list those of all clients.
create index client_order_by_id on client_order (id);
create index client_order_newest_of_all on client_order (created_at desc, id desc);
-- Delivered orders that nobody has rated yet and that were not noted for it.
create index client_order_without_feedback on client_order (sent_at, id)
  where sent_at is not null and mark = 0 and not (tags @> array['no_feedback_1d']);

-- Every action of operations; append only, without personal data.
create table operations_log (
  id uuid primary key,
  at timestamptz not null,
  author text not null,
  action text not null,
  subject text not null,
  request jsonb not null default '{}'
);
create index operations_log_of_subject on operations_log (subject, id);
