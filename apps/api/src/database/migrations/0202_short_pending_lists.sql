-- OPS-10: a search reads the entries that PostgreSQL has not merged into the index yet, by default up to 4 MB of them.
alter index client_order_words set (gin_pending_list_limit = 64);
alter index client_order_tags set (gin_pending_list_limit = 64);
