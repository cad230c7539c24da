"""A directory as an organisation has one: people, groups in groups, a guest, and as many more as a test asks for."""

SUFFIX = "dc=corp,dc=test"
PASSWORD = "Directory-Passw0rd"
READER, READER_PASSWORD = "cn=reader," + SUFFIX, "reader-secret"


def entry(dn, **attributes):
    lines = ["dn: " + dn]
    for name, values in attributes.items():
        for value in values if isinstance(values, list) else [values]:
            lines.append("%s: %s" % (name.replace("_", ";"), value))
    return "\n".join(lines) + "\n"


def person(name, kind="staff", **more):
    attributes = {
        "objectClass": "inetOrgPerson", "uid": name, "cn": name.title(), "givenName": name.title(), "sn": "Corp",
        "mail": "%s@corp.test" % name, "employeeType": kind, "title": "Engineer", "userPassword": PASSWORD,
    }
    attributes.update(more)
    return entry(dn_of(name), **attributes)


def dn_of(name):
    return "uid=%s,ou=people,%s" % (name, SUFFIX)


def group_dn(name):
    return "cn=%s,ou=groups,%s" % (name, SUFFIX)


def group(name, members):
    return entry(group_dn(name), objectClass="groupOfNames", cn=name, member=members)


def small():
    """Ada and Ben in crew by way of the group deck, Cal in the hold by his login, Eve a guest, Mel a machine."""
    return [
        entry(SUFFIX, objectClass=["dcObject", "organization"], dc="corp", o="corp"),
        entry("ou=people," + SUFFIX, objectClass="organizationalUnit", ou="people"),
        entry("ou=groups," + SUFFIX, objectClass="organizationalUnit", ou="groups"),
        entry(READER, objectClass=["organizationalRole", "simpleSecurityObject"], cn="reader",
              userPassword=READER_PASSWORD),
        person("ada", kind="admin"), person("ben"), person("cal"), person("eve", kind="guest"), person("mel", kind="machine"),
        person("odd*one"),
        group("deck", [dn_of("ada"), group_dn("crew")]),
        group("crew", [dn_of("ben"), group_dn("deck"), dn_of("mel"), "uid=nobody," + SUFFIX]),
        entry(group_dn("hold"), objectClass="posixGroup", cn="hold", gidNumber="100", memberUid=["cal", "stranger"]),
    ]


def large(people, groups):
    """The same and so many more; each person is in two groups."""
    more = [person("p%05d" % number) for number in range(people)]
    for number in range(groups):
        members = [dn_of("p%05d" % one) for one in range(number, people, groups)]
        members += [dn_of("p%05d" % one) for one in range((number + 1) % groups, people, groups)]
        more.append(group("g%03d" % number, members))
    return small() + more


def write(path, entries):
    with open(path, "w") as file:
        file.write("\n".join(entries))
