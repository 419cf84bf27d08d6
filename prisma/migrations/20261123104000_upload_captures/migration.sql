-- AlterTable
ALTER TABLE "media" ADD COLUMN     "capture" JSONB,
ADD COLUMN     "origin_findings" JSONB;
