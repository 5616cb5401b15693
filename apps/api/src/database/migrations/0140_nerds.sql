-- The register of Nerds (OPS-14). Ratings are hundredths of a star.
create table nerd (
  id uuid primary key,
  name text not null,
  email text,
  subjects text[] not null default '{}',
  active boolean not null default true,
  rating_hundredths integer not null check (rating_hundredths between 0 and 500),
  created_at timestamptz not null
);
create index nerd_name on nerd (name, id);

alter table client_order add column nerd_id uuid;
create index client_order_nerd on client_order (nerd_id) include (mark, sent_at) where nerd_id is not null;

-- Each name in the histories becomes a Nerd, with the rating that was typed last.
insert into nerd (id, name, rating_hundredths, created_at)
select gen_random_uuid(), name, round(least(5, greatest(0, rating)) * 100), first_at
from (
  select distinct on (name) name, rating, min(at) over (partition by name) as first_at
  from (
    select data -> 'worker' ->> 'name' as name, (data -> 'worker' ->> 'rating')::numeric as rating, at, id
    from order_event
    where event = 'nerd_found' and data -> 'worker' ->> 'name' is not null
      and data -> 'worker' ->> 'rating' is not null
  ) as found
  order by name, at desc, id desc
) as latest;

update client_order
set nerd_id = nerd.id
from (
  select distinct on (client_id, order_id) client_id, order_id, data -> 'worker' ->> 'name' as name
  from order_event
  where event = 'nerd_found' and data -> 'worker' ->> 'name' is not null
  order by client_id, order_id, at desc, id desc
) as found
join nerd on nerd.name = found.name
where client_order.client_id = found.client_id and client_order.id = found.order_id;
