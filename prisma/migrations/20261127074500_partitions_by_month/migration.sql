-- Messages of sessions and events of screens are partitioned by the month in which their verification was started, so that tables and indexes
-- shrink when people are erased. No row moves: as with the tables of webhooks, each table becomes the first partition of a new parent, and a
-- CHECK that was validated next to traffic saves the scan. Its bound is at least 28 days ahead: a migration that is interrupted has to be
-- finished by then. All partitioned tables are now in one list, which two functions read.

-- The lowest id that can be made at a moment: ten digits of base 32 hold the milliseconds, sixteen the random bits.
CREATE FUNCTION partition_bound(prefix text, at timestamptz) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  rest bigint := greatest(0, floor(extract(epoch FROM at) * 1000))::bigint;
  digits text := '';
BEGIN
  FOR digit IN 1..10 LOOP
    digits := substr('0123456789abcdefghjkmnpqrstvwxyz', (rest & 31)::int + 1, 1) || digits;
    rest := rest >> 5;
  END LOOP;
  RETURN prefix || '_' || digits || repeat('0', 16);
END $$;

DO $$
BEGIN
  EXECUTE format('ALTER TABLE session_messages ADD CONSTRAINT session_messages_first_bound CHECK (verification_id < %L) NOT VALID',
                 partition_bound('ver', (date_trunc('month', (now() + interval '28 days') AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'));
END $$;

-- Both tables end at the same moment, even if this statement runs in another month.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE analytics_events ADD CONSTRAINT analytics_events_first_bound CHECK (verification_id < %L) NOT VALID',
                 (SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') FROM pg_constraint
                   WHERE conname = 'session_messages_first_bound' AND conrelid = 'session_messages'::regclass));
END $$;

ALTER TABLE "session_messages" VALIDATE CONSTRAINT "session_messages_first_bound";

ALTER TABLE "analytics_events" VALIDATE CONSTRAINT "analytics_events_first_bound";

-- Puts a new, partitioned table in the place of `parent`, which becomes its first partition. `definitions` has the keys, indexes and triggers of
-- the parent: Postgres takes over the keys and indexes of the first partition that are the same, and builds none. Roles keep their rights.
CREATE FUNCTION partition_table(parent text, key text, definitions text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  first text := parent || '_first';
  spare text := parent || '_default';
  bound text;
  found record;
BEGIN
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
  SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') INTO STRICT bound FROM pg_constraint
   WHERE conname = first || '_bound' AND conrelid = parent::regclass;
  EXECUTE format('ALTER TABLE %I RENAME TO %I', parent, first);
  FOR found IN SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = first::regclass LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', found.name, replace(found.name, parent || '_', first || '_'));
  END LOOP;
  -- The parent's triggers are made again on each partition.
  FOR found IN SELECT tgname AS name FROM pg_trigger WHERE tgrelid = first::regclass AND NOT tgisinternal LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', found.name, first);
  END LOOP;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS) PARTITION BY RANGE (%I)', parent, first, key);
  FOR definition IN 1..cardinality(definitions) LOOP
    EXECUTE definitions[definition];
  END LOOP;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, first, bound);
  EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', spare, parent);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', first, first || '_bound');
  EXECUTE format('ALTER TABLE %I OWNER TO %I', parent, (SELECT relowner::regrole::name FROM pg_class WHERE oid = first::regclass));
  FOR found IN
    SELECT a.privilege_type AS privilege, pg_get_userbyid(a.grantee) AS role
      FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = first::regclass AND a.grantee <> 0 AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON %I, %I TO %I', found.privilege, parent, spare, found.role);
  END LOOP;
END $$;

SELECT partition_table('session_messages', 'verification_id', ARRAY[
  'ALTER TABLE session_messages ADD CONSTRAINT session_messages_pkey PRIMARY KEY (verification_id, sequence)',
  'ALTER TABLE session_messages ADD CONSTRAINT session_messages_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verifications(id) ON DELETE CASCADE ON UPDATE CASCADE']);

SELECT partition_table('analytics_events', 'verification_id', ARRAY[
  'ALTER TABLE analytics_events ADD CONSTRAINT analytics_events_pkey PRIMARY KEY (verification_id, event_id)',
  'CREATE INDEX analytics_events_client_id_received_at_idx ON analytics_events (client_id, received_at)',
  'ALTER TABLE analytics_events ADD CONSTRAINT analytics_events_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verifications(id) ON DELETE CASCADE ON UPDATE CASCADE',
  'CREATE TRIGGER analytics_events_mark_analytics_late AFTER INSERT ON analytics_events FOR EACH ROW
     WHEN (NEW.received_at < now() - interval ''10 minutes'') EXECUTE FUNCTION mark_analytics_of_event()',
  'CREATE TRIGGER analytics_events_mark_analytics_removal AFTER DELETE ON analytics_events FOR EACH ROW
     WHEN (OLD.received_at < now() - interval ''10 minutes'') EXECUTE FUNCTION mark_analytics_of_event()']);

DROP FUNCTION partition_table(text, text, text[]);

-- The partitioned tables. `key` is an id with this prefix, and `span` the length of a partition. Partitions exist for `ahead` from now on.
-- One that ended before `kept` may be dropped: with its rows, because the service hides them by then, or only once it
-- holds no row of an attempt that is kept: one that was erased while its session was open has a last message, which tells the device. Before that, `locks` are taken in the order in which traffic takes them. A table comes after those that refer to it.
CREATE VIEW partitioned_tables AS
SELECT * FROM (VALUES
  (1::bigint, 'webhook_attempts',   'delivery_id',     'dlv', 'week',  interval '21 days', interval '31 days', 'with its rows', '{}'::text[]),
  (2, 'webhook_deliveries', 'id',              'dlv', 'week',  interval '21 days', interval '31 days', 'with its rows', '{webhook_events,webhook_deliveries}'),
  (3, 'webhook_events',     'id',              'evt', 'week',  interval '21 days', interval '31 days', 'with its rows', '{webhook_events,webhook_deliveries}'),
  (4, 'session_messages',   'verification_id', 'ver', 'month', interval '28 days', interval '31 days', 'once erased',   '{verifications,session_messages}'),
  (5, 'analytics_events',   'verification_id', 'ver', 'month', interval '28 days', interval '31 days', 'once erased',   '{verifications,analytics_events}')
) AS t (position, name, key, prefix, span, ahead, kept, dropped, locks);

CREATE VIEW table_partitions AS
SELECT t.name AS parent, c.relname::text AS name, bound.expression = 'DEFAULT' AS is_default,
       coalesce(substring(bound.expression FROM 'FROM \(''([^'']*)''\)'), '') AS lower,
       substring(bound.expression FROM 'TO \(''([^'']*)''\)') AS upper
  FROM partitioned_tables t JOIN pg_inherits i ON i.inhparent = t.name::regclass JOIN pg_class c ON c.oid = i.inhrelid
 CROSS JOIN LATERAL (SELECT pg_get_expr(c.relpartbound, c.oid) AS expression) bound;

-- The service's role owns no table. These functions make and drop partitions of the tables in the list as the owner, and of no others. They
-- replace `make_webhook_partitions` and `drop_webhook_partition`, which the previous version still calls. Their session is in UTC: a week
-- that is added in a zone with daylight saving time may have 167 hours.

-- Makes the first partition of the table that is missing, like the default partition. Answers its name, or null when there is nothing to make. Rows
-- that the default partition holds already stay there, without a partition: moving them would delete what refers to them.
CREATE FUNCTION make_partition(parent text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
DECLARE
  listed record;
  start timestamptz;
  lower_bound text;
  upper_bound text;
  taken boolean;
  made text;
  options text;
BEGIN
  SELECT * INTO STRICT listed FROM partitioned_tables t WHERE t.name = parent;
  -- One process at a time, those of the previous version included.
  PERFORM pg_advisory_xact_lock(hashtext('make_webhook_partitions'));
  start := date_trunc(listed.span, now());
  WHILE start < now() + listed.ahead LOOP
    lower_bound := partition_bound(listed.prefix, start);
    start := start + ('1 ' || listed.span)::interval;
    upper_bound := partition_bound(listed.prefix, start);
    -- What lies beyond the first partition of an existing database: its bound may be in the middle.
    IF EXISTS (SELECT FROM table_partitions p WHERE p.parent = listed.name AND p.upper > lower_bound AND p.lower < upper_bound) THEN
      CONTINUE;
    END IF;
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= $1 AND %2$I < $2)', listed.name || '_default', listed.key)
       INTO taken USING lower_bound, upper_bound;
    IF taken THEN
      CONTINUE;
    END IF;
    made := listed.name || '_' || to_char(start - ('1 ' || listed.span)::interval, 'YYYYMMDD');
    SELECT ' WITH (' || array_to_string(reloptions, ', ') || ')' INTO options FROM pg_class WHERE oid = (listed.name || '_default')::regclass;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING INDEXES)%s', made, listed.name || '_default', coalesce(options, ''));
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', listed.name, made, lower_bound, upper_bound);
    RETURN made;
  END LOOP;
  RETURN NULL;
END $$;

-- Drops one partition of the table whose time is over, and answers its name, or null when there is none. Of a partition of millions of rows, which
-- Postgres would look through while traffic waits, the service deletes rows first. What refers to the partition from another one is deleted
-- before: a webhook's delivery made a moment after its event, in the next week.
CREATE FUNCTION drop_partition(parent text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
DECLARE
  listed record;
  old record;
  referring record;
  locked text;
  -- By the key's index: pages of deleted rows are not read.
  first_kept constant text := 'SELECT count(*) = 1 FROM (SELECT FROM %I p WHERE (SELECT status FROM verifications v WHERE v.id = p.%2$I) <> ''deleted''
                                 ORDER BY %2$I LIMIT 1) kept';
  holds_kept boolean;
BEGIN
  SELECT * INTO STRICT listed FROM partitioned_tables t WHERE t.name = parent;
  FOR old IN
    SELECT p.name, p.lower, p.upper FROM table_partitions p JOIN pg_class c ON c.oid = p.name::regclass
     WHERE p.parent = listed.name AND NOT p.is_default AND p.upper <= partition_bound(listed.prefix, now() - listed.kept)
       AND (c.reltuples < 3000000 OR NOT EXISTS (SELECT FROM pg_constraint WHERE confrelid = listed.name::regclass))
       -- The same time of a table that refers to this one is dropped first.
       AND NOT EXISTS (SELECT FROM pg_constraint f JOIN table_partitions o ON o.parent = f.conrelid::regclass::text
                        WHERE f.confrelid = listed.name::regclass AND substr(o.upper, 4) = substr(p.upper, 4))
     ORDER BY p.upper
  LOOP
    IF listed.dropped = 'once erased' THEN
      EXECUTE format(first_kept, old.name, listed.key) INTO holds_kept;
      CONTINUE WHEN holds_kept;
    END IF;
    IF listed.locks <> '{}' THEN
      SELECT string_agg(format('ONLY %I', name), ', ' ORDER BY place) INTO locked FROM unnest(listed.locks) WITH ORDINALITY AS l (name, place);
      EXECUTE 'LOCK TABLE ' || locked || ' IN ACCESS EXCLUSIVE MODE';
    END IF;
    IF listed.dropped = 'once erased' THEN
      EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', old.name);
      EXECUTE format(first_kept, old.name, listed.key) INTO holds_kept;
      IF holds_kept THEN
        RETURN NULL;
      END IF;
    END IF;
    FOR referring IN
      SELECT f.conrelid::regclass::text AS table, a.attname AS key FROM pg_constraint f
        JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
       WHERE f.contype = 'f' AND f.confrelid = listed.name::regclass AND f.conparentid = 0
    LOOP
      EXECUTE format('DELETE FROM %I WHERE %I >= $1 AND %2$I < $2', referring.table, referring.key) USING old.lower, old.upper;
    END LOOP;
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', listed.name, old.name);
    EXECUTE format('DROP TABLE %I', old.name);
    RETURN old.name;
  END LOOP;
  RETURN NULL;
END $$;

REVOKE ALL ON FUNCTION make_partition(text), drop_partition(text) FROM PUBLIC;
