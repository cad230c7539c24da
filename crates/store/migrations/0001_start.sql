CREATE TABLE systems (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
