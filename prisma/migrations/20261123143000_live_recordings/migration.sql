-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "recording" JSONB;
