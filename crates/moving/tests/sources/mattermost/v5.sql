-- The tables of a server of version 5.4, as far as they matter: no flags of members in use, no threads, no sidebar, no bots,
-- no counts of roots.
CREATE TABLE audits (id VARCHAR(26) PRIMARY KEY, createat BIGINT, userid VARCHAR(26), action VARCHAR(512),
    extrainfo VARCHAR(1024), ipaddress VARCHAR(64), sessionid VARCHAR(26));
CREATE TABLE channelmemberhistory (channelid VARCHAR(26), userid VARCHAR(26), jointime BIGINT, leavetime BIGINT,
    PRIMARY KEY (channelid, userid, jointime));
CREATE TABLE channelmembers (channelid VARCHAR(26), userid VARCHAR(26), roles VARCHAR(64), lastviewedat BIGINT,
    msgcount BIGINT, mentioncount BIGINT, notifyprops VARCHAR(2000), lastupdateat BIGINT, schemeuser BOOLEAN,
    schemeadmin BOOLEAN, PRIMARY KEY (channelid, userid));
CREATE TABLE channels (id VARCHAR(26) PRIMARY KEY, createat BIGINT, updateat BIGINT, deleteat BIGINT, teamid VARCHAR(26),
    type VARCHAR(1), displayname VARCHAR(64), name VARCHAR(64), header VARCHAR(1024), purpose VARCHAR(250),
    lastpostat BIGINT, totalmsgcount BIGINT, extraupdateat BIGINT, creatorid VARCHAR(26), schemeid VARCHAR(26));
CREATE TABLE commands (id VARCHAR(26) PRIMARY KEY, token VARCHAR(26), createat BIGINT, updateat BIGINT, deleteat BIGINT,
    creatorid VARCHAR(26), teamid VARCHAR(26), trigger VARCHAR(128), method VARCHAR(1), username VARCHAR(64),
    iconurl VARCHAR(1024), autocomplete BOOLEAN, autocompletedesc VARCHAR(1024), autocompletehint VARCHAR(1024),
    displayname VARCHAR(64), description VARCHAR(128), url VARCHAR(1024));
CREATE TABLE emoji (id VARCHAR(26) PRIMARY KEY, createat BIGINT, updateat BIGINT, deleteat BIGINT, creatorid VARCHAR(26),
    name VARCHAR(64));
CREATE TABLE fileinfo (id VARCHAR(26) PRIMARY KEY, creatorid VARCHAR(26), postid VARCHAR(26), createat BIGINT,
    updateat BIGINT, deleteat BIGINT, path VARCHAR(512), thumbnailpath VARCHAR(512), previewpath VARCHAR(512),
    name VARCHAR(256), extension VARCHAR(8), size BIGINT, mimetype VARCHAR(256), width INTEGER, height INTEGER,
    haspreviewimage BOOLEAN);
CREATE TABLE incomingwebhooks (id VARCHAR(26) PRIMARY KEY, createat BIGINT, updateat BIGINT, deleteat BIGINT,
    userid VARCHAR(26), channelid VARCHAR(26), teamid VARCHAR(26), displayname VARCHAR(64), description VARCHAR(500),
    username VARCHAR(255), iconurl VARCHAR(1024), channellocked BOOLEAN);
CREATE TABLE outgoingwebhooks (id VARCHAR(26) PRIMARY KEY, token VARCHAR(26), createat BIGINT, updateat BIGINT,
    deleteat BIGINT, creatorid VARCHAR(26), channelid VARCHAR(26), teamid VARCHAR(26), triggerwords VARCHAR(1024),
    triggerwhen INTEGER, callbackurls VARCHAR(1024), displayname VARCHAR(64), description VARCHAR(500),
    contenttype VARCHAR(128), username VARCHAR(64), iconurl VARCHAR(1024));
CREATE TABLE oauthapps (id VARCHAR(26) PRIMARY KEY, creatorid VARCHAR(26), createat BIGINT, updateat BIGINT,
    clientsecret VARCHAR(128), name VARCHAR(64), description VARCHAR(512), iconurl VARCHAR(512),
    callbackurls VARCHAR(1024), homepage VARCHAR(256), istrusted BOOLEAN);
CREATE TABLE oauthaccessdata (clientid VARCHAR(26), userid VARCHAR(26), token VARCHAR(26) PRIMARY KEY,
    refreshtoken VARCHAR(26), redirecturi VARCHAR(256), expiresat BIGINT, scope VARCHAR(128));
CREATE TABLE pluginkeyvaluestore (pluginid VARCHAR(190), pkey VARCHAR(50), pvalue BYTEA, PRIMARY KEY (pluginid, pkey));
CREATE TABLE posts (id VARCHAR(26) PRIMARY KEY, createat BIGINT, updateat BIGINT, editat BIGINT, deleteat BIGINT,
    ispinned BOOLEAN, userid VARCHAR(26), channelid VARCHAR(26), rootid VARCHAR(26), parentid VARCHAR(26),
    originalid VARCHAR(26), message VARCHAR(65535), type VARCHAR(26), props VARCHAR(8000), hashtags VARCHAR(1000),
    filenames VARCHAR(4000), fileids VARCHAR(150), hasreactions BOOLEAN);
CREATE TABLE preferences (userid VARCHAR(26), category VARCHAR(32), name VARCHAR(32), value VARCHAR(2000),
    PRIMARY KEY (userid, category, name));
CREATE TABLE reactions (userid VARCHAR(26), postid VARCHAR(26), emojiname VARCHAR(64), createat BIGINT,
    PRIMARY KEY (userid, postid, emojiname));
CREATE TABLE roles (id VARCHAR(26) PRIMARY KEY, name VARCHAR(64) UNIQUE, displayname VARCHAR(128),
    description VARCHAR(1024), createat BIGINT, updateat BIGINT, deleteat BIGINT, permissions VARCHAR(4096),
    schememanaged BOOLEAN, builtin BOOLEAN);
CREATE TABLE sessions (id VARCHAR(26) PRIMARY KEY, token VARCHAR(26), createat BIGINT, expiresat BIGINT,
    lastactivityat BIGINT, userid VARCHAR(26), deviceid VARCHAR(512), roles VARCHAR(64), isoauth BOOLEAN,
    props VARCHAR(1000));
CREATE TABLE status (userid VARCHAR(26) PRIMARY KEY, status VARCHAR(32), manual BOOLEAN, lastactivityat BIGINT);
CREATE TABLE systems (name VARCHAR(64) PRIMARY KEY, value VARCHAR(1024));
CREATE TABLE teammembers (teamid VARCHAR(26), userid VARCHAR(26), roles VARCHAR(64), deleteat BIGINT, schemeuser BOOLEAN,
    schemeadmin BOOLEAN, PRIMARY KEY (teamid, userid));
CREATE TABLE teams (id VARCHAR(26) PRIMARY KEY, createat BIGINT, updateat BIGINT, deleteat BIGINT,
    displayname VARCHAR(64), name VARCHAR(64), description VARCHAR(255), email VARCHAR(128), type VARCHAR(255),
    companyname VARCHAR(64), alloweddomains VARCHAR(500), inviteid VARCHAR(32), allowopeninvite BOOLEAN,
    lastteamiconupdate BIGINT, schemeid VARCHAR(26));
CREATE TABLE useraccesstokens (id VARCHAR(26) PRIMARY KEY, token VARCHAR(26), userid VARCHAR(26),
    description VARCHAR(512), isactive BOOLEAN);
CREATE TABLE users (id VARCHAR(26) PRIMARY KEY, createat BIGINT, updateat BIGINT, deleteat BIGINT,
    username VARCHAR(64), password VARCHAR(128), authdata VARCHAR(128), authservice VARCHAR(32), email VARCHAR(128),
    emailverified BOOLEAN, nickname VARCHAR(64), firstname VARCHAR(64), lastname VARCHAR(64), position VARCHAR(128),
    roles VARCHAR(256), allowmarketing BOOLEAN, props VARCHAR(4000), notifyprops VARCHAR(2000),
    lastpasswordupdate BIGINT, lastpictureupdate BIGINT, failedattempts INTEGER, locale VARCHAR(5),
    timezone VARCHAR(256), mfaactive BOOLEAN, mfasecret VARCHAR(128));
