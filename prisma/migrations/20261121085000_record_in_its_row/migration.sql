-- A lookup reads one row. Records are ciphertext of some three kilobytes: out of line each would cost a second index and two more rows.
ALTER TABLE "identities" ALTER COLUMN "record_sealed" SET STORAGE MAIN;
