-- What the daily removal of sessions asks for, and the lists of operations by state (OPS-05): a state that few orders are in was
-- looked for in all of them.
create index session_oldest on session (expires_at);
create index client_order_in_system_status on client_order (system_status, created_at desc, id desc);
create index client_order_in_client_status on client_order (client_status, created_at desc, id desc)
  where client_status is not null;
