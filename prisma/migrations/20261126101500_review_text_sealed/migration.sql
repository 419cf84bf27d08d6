-- A reviewer's reason and notes may name people. They were stored as plain text in `decision`, where those of earlier reviews stay until the next review.
ALTER TABLE "verifications" ADD COLUMN "review_text_sealed" BYTEA;
