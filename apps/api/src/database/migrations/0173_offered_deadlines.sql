-- A later deadline that staff offer, until the client answers it (OPS-12).
alter table client_order add column offered_deadline timestamptz;
