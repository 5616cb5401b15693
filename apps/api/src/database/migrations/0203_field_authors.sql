-- Who last changed a field of an order, and when, beside its version (OPS-12).
alter table client_order add column field_authors jsonb not null default '{}';
