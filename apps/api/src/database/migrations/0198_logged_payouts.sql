-- A payout to a Nerd pays fees too (OPS-14).
update operations_log set action = 'pay nerd' where action = 'pay tips out';
