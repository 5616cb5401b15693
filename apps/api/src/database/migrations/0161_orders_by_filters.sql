-- Staff find orders by Nerd, type, deadline, tag, and words of title and subject (OPS-10).
create index client_order_of_nerd on client_order (nerd_id, created_at desc, id desc) where nerd_id is not null;
create index client_order_of_type on client_order (price_name, created_at desc, id desc);
create index client_order_due on client_order (deadline, id);
create index client_order_tags on client_order using gin (tags);
create index client_order_words on client_order using gin (
  to_tsvector('simple', translate(coalesce(title, '') || ' ' || coalesce(subject, ''), './-@:_&', '       '))
);
