-- Webhook events, deliveries and attempts are partitioned by the week in which their ids were made, so that retention drops whole weeks.
-- No row moves: each table becomes the first partition of a new parent with its name. A CHECK that was validated before, next to traffic,
-- saves Postgres the scan. Its bound is at least 28 days ahead: a migration that is interrupted has to be finished by then.

-- The lowest id that can be made at a moment: ten digits of base 32 hold the milliseconds, sixteen the random bits.
CREATE FUNCTION webhook_partition_bound(prefix text, at timestamptz) RETURNS text LANGUAGE plpgsql STABLE AS $$
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
  EXECUTE format('ALTER TABLE webhook_events ADD CONSTRAINT webhook_events_first_bound CHECK (id < %L) NOT VALID',
                 webhook_partition_bound('evt', date_trunc('week', now(), 'UTC') + interval '35 days'));
END $$;

-- The other tables end at the same moment, even if this statement runs in another week.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_first_bound CHECK (id < %L) NOT VALID',
                 (SELECT 'dlv' || substring(pg_get_constraintdef(oid) FROM '''evt(_[^'']+)''') FROM pg_constraint
                   WHERE conname = 'webhook_events_first_bound' AND conrelid = 'webhook_events'::regclass));
END $$;

DO $$
BEGIN
  EXECUTE format('ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_first_bound CHECK (delivery_id < %L) NOT VALID',
                 (SELECT 'dlv' || substring(pg_get_constraintdef(oid) FROM '''evt(_[^'']+)''') FROM pg_constraint
                   WHERE conname = 'webhook_events_first_bound' AND conrelid = 'webhook_events'::regclass));
END $$;

ALTER TABLE "webhook_events" VALIDATE CONSTRAINT "webhook_events_first_bound";

ALTER TABLE "webhook_deliveries" VALIDATE CONSTRAINT "webhook_deliveries_first_bound";

ALTER TABLE "webhook_attempts" VALIDATE CONSTRAINT "webhook_attempts_first_bound";

-- Puts a new, partitioned table in the place of `parent`, which becomes its first partition. `definitions` has the keys and indexes of the
-- parent: Postgres takes over those of the first partition that are the same, and builds none. Roles keep the rights that they had.
CREATE FUNCTION partition_webhook_table(parent text, key text, definitions text[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS) PARTITION BY RANGE (%I)', parent, first, key);
  FOR bound_definition IN 1..cardinality(definitions) LOOP
    EXECUTE definitions[bound_definition];
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

SELECT partition_webhook_table('webhook_events', 'id', ARRAY[
  'ALTER TABLE webhook_events ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (id)',
  'CREATE INDEX webhook_events_client_id_id_idx ON webhook_events (client_id, id)',
  'CREATE INDEX webhook_events_identity_id_idx ON webhook_events (identity_id)',
  'CREATE INDEX webhook_events_created_at_idx ON webhook_events (created_at)']);

-- The foreign key of deliveries leads to the parent, and not to its first partition.
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

ALTER TABLE "webhook_deliveries" VALIDATE CONSTRAINT "webhook_deliveries_event_fkey";

ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_event_id_fkey";

-- `(event_id, endpoint_id)` is unique in each partition: over all of them it cannot be, since it does not hold the time. A delivery is made in
-- the statement that makes its event, and nowhere else.
SELECT partition_webhook_table('webhook_deliveries', 'id', ARRAY[
  'ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id)',
  'CREATE INDEX webhook_deliveries_endpoint_id_id_idx ON webhook_deliveries (endpoint_id, id)',
  'ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE ON UPDATE CASCADE',
  'ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE ON UPDATE CASCADE']);

ALTER TABLE "webhook_deliveries_default" SET (fillfactor = 70);

CREATE UNIQUE INDEX "webhook_deliveries_default_event_id_endpoint_id_key" ON "webhook_deliveries_default"("event_id", "endpoint_id");

-- The foreign key of attempts leads to the parent.
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

ALTER TABLE "webhook_attempts" VALIDATE CONSTRAINT "webhook_attempts_delivery_fkey";

ALTER TABLE "webhook_attempts" DROP CONSTRAINT "webhook_attempts_delivery_id_fkey";

SELECT partition_webhook_table('webhook_attempts', 'delivery_id', ARRAY[
  'ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (delivery_id, number)',
  'ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE ON UPDATE CASCADE']);

DROP FUNCTION partition_webhook_table(text, text, text[]);

CREATE VIEW webhook_partitions AS
SELECT p.relname::text AS parent, c.relname::text AS name, bound.expression = 'DEFAULT' AS is_default,
       coalesce(substring(bound.expression FROM 'FROM \(''([^'']*)''\)'), '') AS lower,
       substring(bound.expression FROM 'TO \(''([^'']*)''\)') AS upper
  FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent JOIN pg_class c ON c.oid = i.inhrelid
 CROSS JOIN LATERAL (SELECT pg_get_expr(c.relpartbound, c.oid) AS expression) bound
 WHERE p.oid IN ('webhook_events'::regclass, 'webhook_deliveries'::regclass, 'webhook_attempts'::regclass);

-- The service's role owns no table. These functions make and drop partitions as the owner, and no others: those of coming weeks, and
-- those whose rows are all past the age at which the service deletes them.

-- Makes the partitions of the first week before `until` that has none. Answers the week, or null when there is nothing to make. A week of which
-- the default partition holds rows already stays there: moving them would delete what refers to them.
CREATE FUNCTION make_webhook_partitions(until timestamptz) RETURNS timestamptz LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
  week timestamptz := date_trunc('week', now(), 'UTC');
  evt text[];
  dlv text[];
  suffix text;
BEGIN
  until := least(until, now() + interval '1 year');
  -- One process at a time.
  PERFORM pg_advisory_xact_lock(hashtext('make_webhook_partitions'));
  WHILE week < until LOOP
    evt := ARRAY[webhook_partition_bound('evt', week), webhook_partition_bound('evt', week + interval '7 days')];
    dlv := ARRAY['dlv' || substr(evt[1], 4), 'dlv' || substr(evt[2], 4)];
    IF NOT EXISTS (SELECT FROM webhook_partitions WHERE parent = 'webhook_events' AND upper > evt[1] AND lower < evt[2])
       AND NOT EXISTS (SELECT FROM webhook_events_default WHERE id >= evt[1] AND id < evt[2])
       AND NOT EXISTS (SELECT FROM webhook_deliveries_default WHERE id >= dlv[1] AND id < dlv[2])
       AND NOT EXISTS (SELECT FROM webhook_attempts_default WHERE delivery_id >= dlv[1] AND delivery_id < dlv[2])
    THEN
      suffix := to_char(week AT TIME ZONE 'UTC', 'YYYYMMDD');
      EXECUTE format('CREATE TABLE %I (LIKE webhook_events INCLUDING DEFAULTS)', 'webhook_events_' || suffix);
      EXECUTE format('CREATE TABLE %I (LIKE webhook_deliveries INCLUDING DEFAULTS) WITH (fillfactor = 70)', 'webhook_deliveries_' || suffix);
      EXECUTE format('CREATE TABLE %I (LIKE webhook_attempts INCLUDING DEFAULTS)', 'webhook_attempts_' || suffix);
      EXECUTE format('CREATE UNIQUE INDEX ON %I (event_id, endpoint_id)', 'webhook_deliveries_' || suffix);
      EXECUTE format('ALTER TABLE webhook_events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', 'webhook_events_' || suffix, evt[1], evt[2]);
      EXECUTE format('ALTER TABLE webhook_deliveries ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', 'webhook_deliveries_' || suffix, dlv[1], dlv[2]);
      EXECUTE format('ALTER TABLE webhook_attempts ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', 'webhook_attempts_' || suffix, dlv[1], dlv[2]);
      RETURN week;
    END IF;
    week := week + interval '7 days';
  END LOOP;
  RETURN NULL;
END $$;

-- Drops one partition that ended more than 31 days ago, and answers its name, or null when there is none. Attempts go before their deliveries, and
-- deliveries before their events. Of a week of millions, whose rows Postgres would look through while traffic waits, the service deletes
-- rows first. What refers to it from another partition goes first: a delivery made a moment after its event in the next week.
CREATE FUNCTION drop_webhook_partition() RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
  ended text := substr(webhook_partition_bound('evt', now() - interval '31 days'), 4);
  tables text[] := ARRAY['webhook_attempts', 'webhook_deliveries', 'webhook_events'];
  old record;
BEGIN
  SELECT p.parent, p.name, p.lower, p.upper INTO old FROM webhook_partitions p JOIN pg_class c ON c.oid = p.name::regclass
   WHERE NOT p.is_default AND substr(p.upper, 4) <= ended
     AND (p.parent = 'webhook_attempts' OR c.reltuples < 3000000)
     AND NOT EXISTS (SELECT FROM webhook_partitions o WHERE substr(o.upper, 4) = substr(p.upper, 4)
                        AND array_position(tables, o.parent) < array_position(tables, p.parent))
   ORDER BY array_position(tables, p.parent), p.upper LIMIT 1;
  IF old.name IS NULL THEN
    RETURN NULL;
  END IF;
  IF old.parent = 'webhook_attempts' THEN
    EXECUTE format('DROP TABLE %I', old.name);
    RETURN old.name;
  END IF;
  -- Traffic takes these locks in the same order.
  LOCK TABLE ONLY webhook_events, ONLY webhook_deliveries IN ACCESS EXCLUSIVE MODE;
  IF old.parent = 'webhook_deliveries' THEN
    DELETE FROM webhook_attempts WHERE delivery_id >= old.lower AND delivery_id < old.upper;
  ELSE
    DELETE FROM webhook_events WHERE id IN
      (SELECT event_id FROM webhook_deliveries WHERE event_id >= old.lower AND event_id < old.upper);
  END IF;
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', old.parent, old.name);
  EXECUTE format('DROP TABLE %I', old.name);
  RETURN old.name;
END $$;

REVOKE ALL ON FUNCTION make_webhook_partitions(timestamptz), drop_webhook_partition() FROM PUBLIC;
