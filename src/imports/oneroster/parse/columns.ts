/** Column of ours → how the formats spell it, and how it is met misspelt; both in lower case, letters and digits only. */
export interface ColumnNames {
  official: string[];
  met?: string[];
}

export type Columns<C extends string> = Record<C, ColumnNames>;

const only = (...official: string[]): ColumnNames => ({ official });
const SOURCED_ID: ColumnNames = { official: ['sourcedid'], met: ['sourceid', 'sourcedids', 'id'] };
const STATUS = only('status');
const USER_ID: ColumnNames = { official: ['usersourcedid'], met: ['usersourceid', 'userid', 'user'] };
const ORG_IDS: ColumnNames = {
  official: ['orgsourcedids', 'orgsourcedid'],
  met: [
    'orgs',
    'org',
    'orgids',
    'orgid',
    'orgsourceids',
    'orgsourceid',
    'schoolsourcedids',
    'schoolsourcedid',
    'schools',
    'school',
    'schoolid',
  ],
};
const GRADES: ColumnNames = { official: ['grades', 'grade'], met: ['gradelevel', 'gradelevels'] };

export const ORG_COLUMNS = {
  id: SOURCED_ID,
  status: STATUS,
  name: { official: ['name'], met: ['title', 'orgname', 'schoolname'] },
  type: { official: ['type'], met: ['orgtype'] },
  parentId: { official: ['parentsourcedid'], met: ['parent', 'parentid', 'parentsourceid'] },
};

export const SESSION_COLUMNS = {
  id: SOURCED_ID,
  status: STATUS,
  title: { official: ['title'], met: ['name', 'sessiontitle'] },
  type: { official: ['type'], met: ['sessiontype'] },
  startDate: { official: ['startdate'], met: ['begindate'] },
  endDate: only('enddate'),
};

/** The password has no column here: it is dropped while the line is read. */
export const USER_COLUMNS = {
  id: SOURCED_ID,
  status: STATUS,
  enabled: { official: ['enableduser'], met: ['enabled', 'isenabled'] },
  orgIds: ORG_IDS,
  primaryOrgId: { official: ['primaryorgsourcedid'], met: ['primaryorg'] },
  role: { official: ['role'], met: ['roles', 'userrole'] },
  firstName: { official: ['givenname'], met: ['firstname', 'first', 'forename'] },
  lastName: { official: ['familyname'], met: ['lastname', 'last', 'surname'] },
  middleName: { official: ['middlename'], met: ['middlenames'] },
  preferredName: {
    official: ['preferredgivenname', 'preferredfirstname'],
    met: ['preferredname', 'nickname'],
  },
  preferredLastName: { official: ['preferredfamilyname', 'preferredlastname'] },
  email: { official: ['email'], met: ['emailaddress', 'mail'] },
  phone: { official: ['phone'], met: ['telephone', 'phonenumber', 'homephone'] },
  sms: { official: ['sms'], met: ['mobile', 'mobilephone', 'cell', 'cellphone'] },
  agentIds: {
    official: ['agentsourcedids', 'agentsourcedid'],
    met: ['agents', 'agent', 'agentids', 'agentid', 'agentsourceids', 'agentsourceid'],
  },
  grades: GRADES,
  /** A column of our own: agents whom a court keeps apart from the student. */
  restrictedIds: only('restricted', 'restrictedagentsourcedids'),
};

/** Cells of a user that go as they are into the column of the same name, at most 200 characters of them. */
const PERSON_TEXTS = [
  'firstName',
  'middleName',
  'lastName',
  'preferredName',
  'preferredLastName',
] as const satisfies UserColumn[];
export type PersonText = (typeof PERSON_TEXTS)[number];

export const eachText = <Value>(valueOf: (text: PersonText) => Value): Record<PersonText, Value> =>
  Object.fromEntries(PERSON_TEXTS.map((text) => [text, valueOf(text)])) as Record<PersonText, Value>;

export const ROLE_COLUMNS = {
  id: SOURCED_ID,
  status: STATUS,
  userId: USER_ID,
  roleType: only('roletype'),
  isPrimary: only('isprimary'),
  role: { official: ['role'], met: ['roles', 'userrole'] },
  endDate: { official: ['enddate', 'roleenddate'] },
  orgId: ORG_IDS,
  grades: GRADES,
};

export const RELATIONSHIP_COLUMNS = {
  status: STATUS,
  userId: USER_ID,
  otherId: {
    official: ['relationshipusersourcedid'],
    met: ['relatedusersourcedid', 'agentsourcedid', 'contactsourcedid'],
  },
  role: { official: ['relationshiprole'], met: ['relationship', 'relationshiptype', 'relation', 'role'] },
};

const SUBJECTS: ColumnNames = { official: ['subjects', 'subject'] };

export const COURSE_COLUMNS = {
  id: SOURCED_ID,
  status: STATUS,
  title: { official: ['title'], met: ['name', 'coursetitle', 'coursename'] },
  yearId: { official: ['schoolyearsourcedid'], met: ['schoolyearid'] },
  subjects: SUBJECTS,
};

export const CLASS_COLUMNS = {
  id: SOURCED_ID,
  status: STATUS,
  title: { official: ['title'], met: ['name', 'classtitle', 'classname'] },
  code: { official: ['classcode'], met: ['code'] },
  courseId: { official: ['coursesourcedid'], met: ['courseid', 'course', 'coursesourceid'] },
  orgId: {
    official: ['schoolsourcedid', 'orgsourcedid'],
    met: ['schoolid', 'school', 'schoolsourceid', 'orgid', 'org', 'orgsourceid'],
  },
  termIds: {
    official: ['termsourcedids', 'termsourcedid', 'sessionsourcedids', 'sessionsourcedid'],
    met: ['terms', 'term', 'termids', 'termid', 'sessions', 'session'],
  },
  subjects: SUBJECTS,
};

export const ENROLLMENT_COLUMNS = {
  status: STATUS,
  classId: { official: ['classsourcedid'], met: ['classid', 'class', 'classsourceid'] },
  userId: USER_ID,
  role: { official: ['role'], met: ['roles', 'userrole'] },
  primary: { official: ['primary'], met: ['isprimary'] },
  begin: { official: ['begindate'], met: ['startdate', 'enrollmentbegindate'] },
  end: { official: ['enddate'], met: ['enrollmentenddate'] },
};

export type OrgColumn = keyof typeof ORG_COLUMNS;
export type SessionColumn = keyof typeof SESSION_COLUMNS;
export type UserColumn = keyof typeof USER_COLUMNS;
export type RoleColumn = keyof typeof ROLE_COLUMNS;
export type RelationshipColumn = keyof typeof RELATIONSHIP_COLUMNS;
export type CourseColumn = keyof typeof COURSE_COLUMNS;
export type ClassColumn = keyof typeof CLASS_COLUMNS;
export type EnrollmentColumn = keyof typeof ENROLLMENT_COLUMNS;
