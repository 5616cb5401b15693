-- Live updates ask for what happened to the orders of the clients who are looking (CAB-08).
create index order_event_of_client on order_event (client_id, id);
