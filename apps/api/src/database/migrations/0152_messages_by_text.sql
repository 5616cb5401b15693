-- TALK-05: a message may have come by text. What clients texted until now goes to their general conversation.
alter table message add column by_text boolean not null default false;

with carried as (
  delete from text_received where client_id is not null returning *
), written as (
  insert into message (client_id, conversation_id, id, at, author, body, by_text)
    select client_id, client_id, id, at, 'client', body, true from carried
)
insert into conversation (client_id, id, last_at, waits_since)
  select client_id, client_id, max(at), min(at) filter (where answered_at is null) from carried group by client_id
  on conflict (client_id, id) do update set
    last_at = greatest(conversation.last_at, excluded.last_at),
    waits_since = least(conversation.waits_since, excluded.waits_since);
