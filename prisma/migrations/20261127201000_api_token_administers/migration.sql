-- A token may publish only if its maker may. Tokens without a value were made before this was recorded: for them, the service asks for the
-- role of their maker.
-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "administers" BOOLEAN;
