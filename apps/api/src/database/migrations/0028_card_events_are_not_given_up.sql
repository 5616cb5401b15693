-- An event of the card provider is tried until it takes effect.
update card_event set status = 'new' where status = 'dead';
