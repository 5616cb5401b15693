-- Who of the staff took an order for what it waited for then (OPS-09).
alter table client_order add column taken_by text;
alter table client_order add column taken_at timestamptz;
