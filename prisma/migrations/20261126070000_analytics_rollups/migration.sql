-- Analytics of whole hours are kept as counts, so that a report reads no rows of people. A change of an old hour leaves a mark in its own
-- transaction: such an hour is counted live until its counts were made again.

-- CreateTable
CREATE TABLE "analytics_rollups" (
    "client_id" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "flow_id" TEXT NOT NULL,
    "figures" JSONB NOT NULL,

    CONSTRAINT "analytics_rollups_pkey" PRIMARY KEY ("client_id","level","start","flow_id")
);

-- CreateTable
CREATE TABLE "analytics_rollup_states" (
    "client_id" TEXT NOT NULL,
    "rolled_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "analytics_rollup_states_pkey" PRIMARY KEY ("client_id")
);

-- CreateTable
-- Rows come and go: vacuum follows by count and not by share.
CREATE TABLE "analytics_marks" (
    "id" BIGSERIAL NOT NULL,
    "client_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "analytics_marks_pkey" PRIMARY KEY ("id")
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- CreateIndex
CREATE INDEX "analytics_marks_client_id_hour_idx" ON "analytics_marks"("client_id", "hour");

-- The functions write as the owner: the role of a running version may not know the new tables yet.
CREATE FUNCTION mark_analytics_of_verification() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO analytics_marks (client_id, hour) VALUES (OLD.client_id, date_trunc('hour', OLD.created_at, 'UTC'));
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND NEW.created_at IS DISTINCT FROM OLD.created_at) THEN
    INSERT INTO analytics_marks (client_id, hour) VALUES (NEW.client_id, date_trunc('hour', NEW.created_at, 'UTC'));
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_analytics_of_step() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO analytics_marks (client_id, hour)
  SELECT client_id, date_trunc('hour', created_at, 'UTC') FROM verifications
   WHERE id = OLD.verification_id AND created_at < now() - interval '10 minutes';
  RETURN NULL;
END $$;

CREATE FUNCTION mark_analytics_of_attempt() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  run text := CASE WHEN TG_OP = 'DELETE' THEN OLD.step_run_id ELSE NEW.step_run_id END;
BEGIN
  INSERT INTO analytics_marks (client_id, hour)
  SELECT v.client_id, date_trunc('hour', v.created_at, 'UTC') FROM step_runs r JOIN verifications v ON v.id = r.verification_id
   WHERE r.id = run AND v.created_at < now() - interval '10 minutes';
  RETURN NULL;
END $$;

CREATE FUNCTION mark_analytics_of_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO analytics_marks (client_id, hour) VALUES (OLD.client_id, date_trunc('hour', OLD.received_at, 'UTC'));
  ELSE
    INSERT INTO analytics_marks (client_id, hour) VALUES (NEW.client_id, date_trunc('hour', NEW.received_at, 'UTC'));
  END IF;
  RETURN NULL;
END $$;

-- An hour is counted half an hour after its end, so a change within ten minutes needs no mark: its transaction has ended by then.
CREATE TRIGGER verifications_mark_analytics_late AFTER INSERT ON "verifications" FOR EACH ROW
  WHEN (NEW.created_at < now() - interval '10 minutes') EXECUTE FUNCTION mark_analytics_of_verification();

CREATE TRIGGER verifications_mark_analytics_change AFTER UPDATE ON "verifications" FOR EACH ROW
  WHEN (least(OLD.created_at, NEW.created_at) < now() - interval '10 minutes'
        AND (OLD.status, OLD.inputs_completed_at, OLD.finished_at, OLD.created_at, OLD.flow_version_id)
            IS DISTINCT FROM (NEW.status, NEW.inputs_completed_at, NEW.finished_at, NEW.created_at, NEW.flow_version_id))
  EXECUTE FUNCTION mark_analytics_of_verification();

CREATE TRIGGER verifications_mark_analytics_removal AFTER DELETE ON "verifications" FOR EACH ROW
  WHEN (OLD.created_at < now() - interval '10 minutes') EXECUTE FUNCTION mark_analytics_of_verification();

CREATE TRIGGER step_runs_mark_analytics_change AFTER UPDATE OF "status" ON "step_runs" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION mark_analytics_of_step();

CREATE TRIGGER step_runs_mark_analytics_removal AFTER DELETE ON "step_runs" FOR EACH ROW
  EXECUTE FUNCTION mark_analytics_of_step();

CREATE TRIGGER step_attempts_mark_analytics AFTER INSERT OR DELETE OR UPDATE OF "submitted_at" ON "step_attempts" FOR EACH ROW
  EXECUTE FUNCTION mark_analytics_of_attempt();

CREATE TRIGGER analytics_events_mark_analytics_late AFTER INSERT ON "analytics_events" FOR EACH ROW
  WHEN (NEW.received_at < now() - interval '10 minutes') EXECUTE FUNCTION mark_analytics_of_event();

CREATE TRIGGER analytics_events_mark_analytics_removal AFTER DELETE ON "analytics_events" FOR EACH ROW
  WHEN (OLD.received_at < now() - interval '10 minutes') EXECUTE FUNCTION mark_analytics_of_event();
