-- 0570_platform_wire_id: wire_id() took 50 us, and the front page calls it 16 times. A
-- function in SQL that sets a variable is planned for each query and cannot be inlined.

CREATE OR REPLACE FUNCTION wire_id(prefix text, id uuid) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	bits CONSTANT bit varying := b'00' || ('x' || encode(uuid_send(id), 'hex'))::bit(128);
	wire text := prefix || '_';
BEGIN
	FOR place IN 0..25 LOOP
		wire := wire || substr('0123456789abcdefghjkmnpqrstvwxyz',
			substring(bits, place * 5 + 1, 5)::bit(5)::integer + 1, 1);
	END LOOP;
	RETURN wire;
END $$;
