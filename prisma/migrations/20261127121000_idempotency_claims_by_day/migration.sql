-- Claims of idempotency keys are partitioned by the day on which they were made, so that a whole day is dropped once its claims are over. A
-- unique index over partitions needs the day, so it cannot keep two requests around midnight from taking one key. A lock on the key does:
-- under it, a claim looks at the days before and after, too.

CREATE TABLE "idempotency_claims" (
    "key_hash" BYTEA NOT NULL,
    "day" DATE NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "claim_id" TEXT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" INTEGER,
    "response_sealed" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_claims_pkey" PRIMARY KEY ("key_hash", "day")
) PARTITION BY RANGE ("day");

CREATE TABLE "idempotency_claims_default" PARTITION OF "idempotency_claims" DEFAULT;

-- Takes the key for a request and answers the day, or answers who has it. `over`: a claim whose time is over, or whose process has not renewed it for `lease`. Each
-- statement in the function sees what was committed before it, so those after the lock see every claim that was made under it. The day is read
-- after the lock, too: who waited for it over midnight claims the new day.
CREATE FUNCTION claim_idempotency_key(hash bytea, request bytea, claim text, lives interval, lease interval,
  OUT claimed_on text, OUT request_hash bytea, OUT status int, OUT response_sealed bytea, OUT age_seconds float8) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  today date;
  over boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(1229210957, hashtext(encode(hash, 'hex')));
  today := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  LOOP
    SELECT c.request_hash, c.status, c.response_sealed, extract(epoch FROM now() - c.claimed_at),
           c.expires_at < now() OR (c.status IS NULL AND c.claimed_at < now() - lease)
      INTO request_hash, status, response_sealed, age_seconds, over
      FROM (SELECT k.request_hash, k.status, k.response_sealed, k.claimed_at, k.expires_at FROM idempotency_claims k
             WHERE k.key_hash = hash AND k.day BETWEEN today - 1 AND today + 1
            UNION ALL
            -- Claims of the previous version.
            SELECT k.request_hash, k.status, k.response_sealed, k.claimed_at, k.expires_at FROM idempotency_keys k WHERE k.key_hash = hash) c
     LIMIT 1;
    IF NOT FOUND THEN
      INSERT INTO idempotency_claims (key_hash, day, request_hash, claim_id, claimed_at, expires_at)
      VALUES (hash, today, request, claim, now(), now() + lives);
      claimed_on := today;
      RETURN;
    END IF;
    IF NOT over THEN
      RETURN;
    END IF;
    -- Waits for a request that stores its response at this moment, and then leaves it.
    DELETE FROM idempotency_claims k WHERE k.key_hash = hash AND k.day BETWEEN today - 1 AND today + 1
       AND (k.expires_at < now() OR (k.status IS NULL AND k.claimed_at < now() - lease));
    DELETE FROM idempotency_keys k WHERE k.key_hash = hash
       AND (k.expires_at < now() OR (k.status IS NULL AND k.claimed_at < now() - lease));
  END LOOP;
END $$;

-- The previous version runs next to this one for a while and claims keys in `idempotency_keys`. A key that this version has claimed is in
-- progress for it: it asks the caller to repeat the request.
CREATE FUNCTION heed_idempotency_claims() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today date;
BEGIN
  PERFORM pg_advisory_xact_lock(1229210957, hashtext(encode(NEW.key_hash, 'hex')));
  today := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  IF EXISTS (SELECT FROM idempotency_claims c WHERE c.key_hash = NEW.key_hash AND c.day BETWEEN today - 1 AND today + 1 AND c.expires_at >= now()) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER idempotency_keys_heed_claims BEFORE INSERT ON "idempotency_keys" FOR EACH ROW EXECUTE FUNCTION heed_idempotency_claims();

-- A bound of a table without a prefix is a date.
CREATE OR REPLACE FUNCTION partition_bound(prefix text, at timestamptz) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  rest bigint := greatest(0, floor(extract(epoch FROM at) * 1000))::bigint;
  digits text := '';
BEGIN
  IF prefix IS NULL THEN
    RETURN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD');
  END IF;
  FOR digit IN 1..10 LOOP
    digits := substr('0123456789abcdefghjkmnpqrstvwxyz', (rest & 31)::int + 1, 1) || digits;
    rest := rest >> 5;
  END LOOP;
  RETURN prefix || '_' || digits || repeat('0', 16);
END $$;

-- As before, with a table more. `key` without a prefix is a date. A claim ends within a day of the day on which it was made.
CREATE OR REPLACE VIEW partitioned_tables AS
SELECT * FROM (VALUES
  (1::bigint, 'webhook_attempts',   'delivery_id',     'dlv', 'week',  interval '21 days', interval '31 days', 'with its rows', '{}'::text[]),
  (2, 'webhook_deliveries', 'id',              'dlv', 'week',  interval '21 days', interval '31 days', 'with its rows', '{webhook_events,webhook_deliveries}'),
  (3, 'webhook_events',     'id',              'evt', 'week',  interval '21 days', interval '31 days', 'with its rows', '{webhook_events,webhook_deliveries}'),
  (4, 'session_messages',   'verification_id', 'ver', 'month', interval '28 days', interval '31 days', 'once erased',   '{verifications,session_messages}'),
  (5, 'analytics_events',   'verification_id', 'ver', 'month', interval '28 days', interval '31 days', 'once erased',   '{verifications,analytics_events}'),
  (6, 'idempotency_claims', 'day',             NULL,  'day',   interval '10 days', interval '25 hours', 'with its rows', '{idempotency_claims}')
) AS t (position, name, key, prefix, span, ahead, kept, dropped, locks);

-- Makes the first partition of the table that is missing, like the default partition. Answers its name, or null when there is nothing to make. Rows
-- that the default partition holds already stay there, without a partition: moving them would delete what refers to them.
CREATE OR REPLACE FUNCTION make_partition(parent text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
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
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= %L AND %2$I < %4$L)', listed.name || '_default', listed.key, lower_bound, upper_bound)
       INTO taken;
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
CREATE OR REPLACE FUNCTION drop_partition(parent text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
DECLARE
  listed record;
  old record;
  referring record;
  locked text;
  -- From the end of the month: people are erased in the order in which they came, and an index keeps the entries of deleted rows until a vacuum.
  last_kept constant text := 'SELECT count(*) = 1 FROM (SELECT FROM %I p WHERE (SELECT status FROM verifications v WHERE v.id = p.%2$I) <> ''deleted''
                                 ORDER BY %2$I DESC LIMIT 1) kept';
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
      EXECUTE format(last_kept, old.name, listed.key) INTO holds_kept;
      CONTINUE WHEN holds_kept;
    END IF;
    IF listed.locks <> '{}' THEN
      SELECT string_agg(format('ONLY %I', name), ', ' ORDER BY place) INTO locked FROM unnest(listed.locks) WITH ORDINALITY AS l (name, place);
      EXECUTE 'LOCK TABLE ' || locked || ' IN ACCESS EXCLUSIVE MODE';
    END IF;
    IF listed.dropped = 'once erased' THEN
      EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', old.name);
      EXECUTE format(last_kept, old.name, listed.key) INTO holds_kept;
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

DO $$
BEGIN
  WHILE make_partition('idempotency_claims') IS NOT NULL LOOP
  END LOOP;
END $$;
