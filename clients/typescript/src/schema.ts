// Written by `npm run openapi` from docs/openapi.json. Do not edit.
export interface paths {
    "/auth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs out: ends the session of the given refresh token, else the caller's own, at once. Of an outside provider, that is
         *     the token at hand.
         */
        post: operations["revokeTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Obtains or renews tokens.
         * @description The application authenticates by HTTP Basic, the user by password or refresh token. A refresh token is
         *     good once; using a spent one ends the session, except within 30 seconds of a lost answer.
         */
        post: operations["obtainToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-step/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Asks for the second step of the caller's session: a code of an authenticator app, or one by email. */
        post: operations["openTwoStepChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-step/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Completes the second step; tokens of the session that are out already work from then on. */
        post: operations["verifyTwoStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/corrections/{correctionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Settles a correction, or opens it again, for admins. Its author is told once of each outcome. */
        patch: operations["settleCorrection"];
        trace?: never;
    };
    "/lists/{listId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A list of the caller's own with the students on it; archived students are left out. */
        get: operations["getList"];
        put?: never;
        post?: never;
        /** Deletes a list for good; the students and parents on it are not touched. */
        delete: operations["deleteList"];
        options?: never;
        head?: never;
        /** Renames a list and, where a description is given, changes that too; null clears it. */
        patch: operations["changeList"];
        trace?: never;
    };
    "/lists/{listId}/candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every parent of the school, to choose from; by last name, then first name. */
        get: operations["listListCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{listId}/export.vcf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The message recipients as vCards (RFC 6350; RFC 2426 for `version=3.0`), under the same masks, email included. Phones are plain
         *     text.
         */
        get: operations["exportList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{listId}/guardians": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The parents put on the list by themselves, by last name, then first name; deactivated members are left out. */
        get: operations["listListGuardians"];
        put?: never;
        /**
         * Puts a parent of the school on the list. One who is on it already keeps the entry, with the linked student given
         *     here. 400 `not_linked` when the student is not a student of that parent. A list has at most 2,000 entries, students and
         *     parents together: one more is 409 with reason `limit_reached`.
         */
        post: operations["addListGuardian"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{listId}/guardians/{guardianId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Takes an entry off the list. */
        delete: operations["removeListGuardian"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{listId}/message-recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whom a message to everyone reaches: the guardians of the students on the list and the parents on it, each person
         *     once, by name, without the caller and without deactivated members. A phone that its owner hides is hidden from
         *     admins too.
         */
        get: operations["listMessageRecipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{listId}/students": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts a student on the list; one who is on it already stays there. A student who is unknown, archived or of another
         *     school is 404, as the list is. A list has at most 2,000 entries, students and parents together: one more is 409 with
         *     reason `limit_reached`.
         */
        post: operations["addListStudent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{listId}/students/{studentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Takes a student off the list. A student of the school who is not on it succeeds, so that a lost answer can be
         *     asked for again; an unknown one is 404.
         */
        delete: operations["removeListStudent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who the caller is, with one membership per school: enough to build a school switcher. */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/address-visibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Shows or hides the address of every student the caller is a linked guardian of.
         * @description Admins and the student's linked guardians always see it. Without linked students nothing changes.
         */
        patch: operations["setMyAddressVisibility"];
        trace?: never;
    };
    "/me/as-seen-by-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller and their students exactly as an unrelated parent of the school sees them. */
        get: operations["getMyselfAsSeenByOthers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the caller has claimed in all of their schools that have sign-ups turned on. */
        get: operations["listMyClaims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a school has on file of the caller and their family, and whether it asks if that is still right. What is wrong of a student
         *     is told with a correction; own contact and choices are changed as always.
         */
        get: operations["getMyConfirmation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/confirmation/{roundId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirms that it is right, for the caller alone. A second time changes nothing; what changes later is not asked again. */
        post: operations["confirmMyRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's name and phone.
         * @description Of the most recently created record of theirs that has a name, and the most recently created one that has
         *     a phone: active memberships and the guardian records linked to them, else the account. 403 for a person of an
         *     outside identity provider whose email is not verified.
         */
        get: operations["getMyContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes name and phone in every school and for every student of the caller at once. */
        patch: operations["updateMyContact"];
        trace?: never;
    };
    "/me/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the caller has proposed, of students who are theirs now. */
        get: operations["listMyCorrections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/disclosures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When the contact and address data of the caller's family was read: by which role and how often. */
        get: operations["listMyDisclosures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything the service holds on the caller, as one document to keep; of secrets only whether they are set. It is sent
         *     while it is written, one at a time for a person.
         */
        get: operations["exportMyData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/leave-school/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leaves a school, at once and for good.
         * @description The caller's notes, stars, lists, guardian links and entries on the lists of others in that school are
         *     deleted. 404 for anything but a membership of the caller's, active or deactivated; 409 `sole_senior_admin` for the school's only
         *     active senior admin.
         */
        post: operations["leaveSchool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which mail the caller gets of each school, and when. Everything comes at once until they choose otherwise. */
        get: operations["getMyMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes what is given, for mails that are not sent yet as well. Quiet hours hold mails back until they end; an urgent notice comes at
         *     any time, unless notices are `never` mailed. What is `daily` comes in one mail at 07:00 at the school, with what was not read by then.
         */
        patch: operations["changeMyMail"];
        trace?: never;
    };
    "/me/outstanding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is open and waits for the caller's answer, in all their schools that have its feature turned on. */
        get: operations["listOutstanding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes what was uploaded the caller's photo in every school where the membership is active. */
        post: operations["confirmMyPhoto"];
        /** Deletes the caller's photo in every school; deleting one that is not there succeeds. */
        delete: operations["deleteMyPhoto"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/photo/upload-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An address to PUT the caller's own photo to, once. Nothing is shown before it is confirmed; a person has at most 20 that are not. */
        post: operations["createMyPhotoUploadUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/profile-visibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Shows or hides the caller's email and phone, in every school at once; admins always see them. */
        patch: operations["setMyProfileVisibility"];
        trace?: never;
    };
    "/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sessions in which the caller is signed in. */
        get: operations["listMySessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends one of the caller's sessions, at once. */
        delete: operations["endMySession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/{notificationId}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the notification leads, and whether the caller may still go there. Of a target that is gone it says why, and
         *     neither title nor text. Asking does not mark it as read.
         */
        get: operations["getNotificationLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/{notificationId}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Marks one notification as read; one that is read stays as it is. */
        post: operations["markNotificationRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An organization with its description and leadership. */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes an organization: its texts, which its editors may, and for admins its name, season and whether it is archived. */
        patch: operations["changeOrganization"];
        trace?: never;
    };
    "/organizations/{organizationId}/candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whom a manager may add as a parent: every parent of the school who is not on the roster yet. */
        get: operations["listOrganizationCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/leadership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces the whole leadership, in the order of display; for editors and admins. Someone who is not in the school,
         *     archived or deactivated is 404, and then nothing is changed.
         */
        put: operations["replaceOrganizationLeadership"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/nearby": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The families of the roster who live nearest to one of the caller's own students. Families that hide their address
         *     are left out, and so is the caller's own; empty while the student's own place is not known.
         */
        get: operations["listNearbyFamilies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/parents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds a member of the school as a parent; of one who is there already, it changes the title. */
        post: operations["addOrganizationParent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/parents/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Takes a parent off the roster; taking off one who is not on it succeeds. */
        delete: operations["removeOrganizationParent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/photos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The photos of an organization; each is shown from an address of its own. */
        get: operations["listOrganizationPhotos"];
        put?: never;
        /**
         * Makes what the caller uploaded a photo of the organization, once.
         * @description The bytes are read again, and refused unless they are one image of the type, whole and at most 5 MB. They
         *     are encoded anew: upright, at most 2,048 pixels long, without location and other metadata. An organization has at
         *     most 200 photos: one more is 400 with reason `limit_reached`.
         */
        post: operations["addOrganizationPhoto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/photos/{photoId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a photo, whoever uploaded it; for editors and admins. One that is not there is 404. */
        delete: operations["deleteOrganizationPhoto"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/photos/{photoId}/download-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An address to show a photo of the organization from, good for five minutes. */
        get: operations["getOrganizationPhotoDownloadUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/photos/upload-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An address to PUT a new photo to; for editors and admins. Nothing is shown before it is confirmed. */
        post: operations["createOrganizationPhotoUploadUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the events ended that are addressed to the caller or managed by them, those that were called off included, and
         *     the record that follows from these results.
         */
        get: operations["listOrganizationResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/results/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Records how an event ended, or records it anew; for the organization's editors and for admins. The event has
         *     started, or was called off and has no result: 400 `not_open` otherwise. Another outcome, score or place is told to
         *     those whom the event is addressed to (`result_posted`), but not of one that was called off.
         */
        put: operations["putOrganizationResult"];
        post?: never;
        /** Takes a result away, and what is unread of it; of an event that has none it succeeds. */
        delete: operations["removeOrganizationResult"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/roster": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The students and the parents of an organization; of a class, the students enrolled. */
        get: operations["getOrganizationRoster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/roster.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The roster as a table for spreadsheets, for managers: a row for each student, with grade and year, and their guardians with
         *     the contact that the caller may see. UTF-8 with a byte order mark; no cell is a formula.
         */
        get: operations["exportOrganizationRoster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/roster.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The roster to print, for managers: for a trip with the guardians and those of their phones that the caller may see, or for the
         *     wall with names and grades alone.
         */
        get: operations["printOrganizationRoster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organization's events that are addressed to the caller or managed by them, as the calendar shows them. */
        get: operations["getOrganizationSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/students": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts a student on the roster; of one who is there already, it changes position and jersey. */
        post: operations["addOrganizationStudent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/students/{studentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Takes a student off the roster; taking off one who is not on it succeeds. */
        delete: operations["removeOrganizationStudent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/parents/{parentId}/photo/download-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An address to show a parent's photo from, good for five minutes. They see in their disclosures that it was asked for. */
        get: operations["getParentPhotoDownloadUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permission-slips/{slipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A permission slip that is addressed to the caller, from opens_at until visible_until; admins included. */
        get: operations["getPermissionSlip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permission-slips/{slipId}/attachments/{attachmentId}/download-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An address of a file of the slip, good for five minutes; for its managers of the scan of an answer, too. */
        get: operations["getPermissionSlipAttachmentDownloadUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permission-slips/{slipId}/management": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A slip with every student and the answers for them, for its managers: whatever its audience, before it opens and once it is deleted. */
        get: operations["getManagedPermissionSlip"];
        put?: never;
        post?: never;
        /** Hides the slip at once. Answers are kept for those who gave them; for 30 days it can be brought back. */
        delete: operations["deletePermissionSlip"];
        options?: never;
        head?: never;
        /**
         * Changes what is given. Another text or statement is another version: answers keep the one that was signed. Once somebody has
         *     answered, questions, `answer_per`, who has to sign and `opens_at` are fixed. `deleted: false` brings back what was deleted in the last 30
         *     days.
         */
        patch: operations["changePermissionSlip"];
        trace?: never;
    };
    "/permission-slips/{slipId}/paper-responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records an answer that came on paper, for one student; also once the slip has closed. Whoever has the same name as its signer has
         *     changed their answer by it; of somebody else's, declined wins as ever. The other guardians are told.
         */
        post: operations["recordPaperResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permission-slips/{slipId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A form to print and sign by hand; with `studentId` for one of the caller's students. */
        get: operations["printBlankSlip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permission-slips/{slipId}/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reminds those who owe an answer, once in 24 hours. */
        post: operations["sendPermissionSlipReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permission-slips/{slipId}/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers for a student of the caller's, or for all of them where one answer is given a family.
         * @description Declined wins: it takes the place of what another guardian has granted, and has to be withdrawn before one
         *     of them grants (409 `declined_by_other_guardian`), unless whoever declined is no guardian of the student any more. The
         *     same decision again is a second signature where two guardians have to sign, else 409 `already_responded`.
         */
        post: operations["answerPermissionSlip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permission-slips/{slipId}/responses.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The students as a table for spreadsheets, a row for each, with the answers that hold. UTF-8 with a byte order mark; no cell is a
         *     formula.
         */
        get: operations["exportSlipResponses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permission-slips/{slipId}/responses.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every answer that holds, students by name, each on pages of its own; it is sent while it is made. A person has one made at a time. */
        get: operations["printSlipResponses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permission-slips/{slipId}/responses/{responseId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraws the caller's own answer, until the slip closes. It is kept; again is 204 as well. `If-Match` is the ETag of
         *     the permission slip.
         */
        delete: operations["withdrawSlipResponse"];
        options?: never;
        head?: never;
        /**
         * A new revision of the caller's own answer, until the slip closes; the former one is kept. That of a family is for its
         *     students of now. `If-Match` is the ETag of the permission slip.
         */
        patch: operations["changeSlipResponse"];
        trace?: never;
    };
    "/permission-slips/{slipId}/responses/{responseId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A response as it stands, to be filed: for whoever gave it, the other guardians of the student (without answers to
         *     private questions) and managers.
         */
        get: operations["printSlipResponse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/polls/{pollId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A poll that has opened and is addressed to the caller, or is managed by them; its results as far as they are shown now. */
        get: operations["getPoll"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/polls/{pollId}/management": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A poll with its totals and who has answered, for its managers: whatever its audience, before it opens and once it is deleted. */
        get: operations["getManagedPoll"];
        put?: never;
        post?: never;
        /** Hides the poll at once. Answers are kept for those who gave them; for 30 days it can be brought back. */
        delete: operations["deletePoll"];
        options?: never;
        head?: never;
        /**
         * Changes what is given. Once somebody has answered, questions, `anonymous` and `opens_at` are fixed. `deleted: false` brings back
         *     what was deleted in the last 30 days.
         */
        patch: operations["changePoll"];
        trace?: never;
    };
    "/polls/{pollId}/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reminds those who have not answered, once in 24 hours. */
        post: operations["sendPollReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/polls/{pollId}/respond": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers every question at once, and for good. A member of the school whom the poll is not addressed to gets 403. Of an
         *     anonymous poll only counts are kept; a repeat with `Idempotency-Key` is told by its key alone, whatever its body.
         */
        post: operations["respondToPoll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/polls/{pollId}/results.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The answers as a table for spreadsheets: a row for each person, also for those who have not answered. Of an anonymous poll a
         *     row for each choice, with how often it was chosen. UTF-8 with a byte order mark; no cell is a formula.
         */
        get: operations["exportPollResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registration/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets up what the schools have prepared for the caller: memberships and guardian links.
         * @description Call it once after a fresh sign-up is confirmed; calling it again changes nothing. A guardian
         *     whom a school has on file with the caller's verified email counts as invited, unless the school wants it otherwise. Of a
         *     mailbox that two people share `guardian_ids` says who the caller is; without it the caller is linked to both. 404, too,
         *     for an id that is not of a guardian with the caller's email in a school of theirs.
         */
        post: operations["confirmRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/app-passwords": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's own app passwords. 404 while the school does not let its members read address books (CardDAV). */
        get: operations["listAppPasswords"];
        put?: never;
        /**
         * Makes a password by which an address book program reads the caller's lists and organizations (CardDAV), each card under the
         *     masks of the moment, and nothing else. Keep the password: it is shown in this answer alone. A person has at most 20 in a school.
         */
        post: operations["createAppPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/app-passwords/{appPasswordId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraws an app password: the program that has it reads nothing from then on. */
        delete: operations["deleteAppPassword"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Uploads a file that a document, a notice or a permission slip can then be saved with; for admins and editors with a live grant.
         * @description The answer goes into the `attachments` of that item, or with the scan of an answer on paper, and nobody sees the file before. A file
         *     that nothing has been saved with for 24 hours is removed. A wrong type is 400 with reason `unsupported_type`; 413 is
         *     answered before the rest of the request is read. A person has at most 100 MB that nothing has been saved with, images
         *     of texts and photos that are not confirmed included: more is 409 with reason `limit_reached`. A file is kept byte for byte:
         *     a photo that is attached keeps where and when it was taken, unlike a photo of a person and an image of a text.
         */
        post: operations["uploadAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what in the school, and when; never what was written. For senior admins. What members do with their own
         *     lists, notes, stars and subscriptions is nobody else's business, and not among it.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every event that is addressed to the caller or managed by them, of all dates, the repeating ones one by one. */
        get: operations["listCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/calendar/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a single event. An admin may, and an editor for an organization that they hold a live grant on. */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/calendar/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One event, or one occurrence of a series. */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        /**
         * Cancels an event or an occurrence, or deletes an occurrence with those that follow, or its whole series. What would
         *     have begun within 14 days is told and mailed to those whom it was addressed to (`event_cancelled`), of a series once, and in any
         *     case to those who have said yes or maybe.
         */
        delete: operations["deleteEvent"];
        options?: never;
        head?: never;
        /**
         * Changes an event, or an occurrence: alone, with those that follow, or all of its series. With `following` or `all`,
         *     times change the time of day and the duration of all that are concerned; another date is a change of the rule.
         *     Another time, arrival or place of what begins within 14 days is told and mailed to those whom it is addressed to
         *     (`event_changed`), of a series once; another day also to those who have said yes or maybe.
         */
        patch: operations["changeEvent"];
        trace?: never;
    };
    "/schools/{schoolId}/calendar/events/{eventId}/rsvp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Says who comes, for several own students at once or for the caller, wholly or not at all. An answer may change until answers end;
         *     of two guardians the last one counts. Whoever manages the event records answers at any time, for anybody of the audience, and
         *     gives back with `no` the place of who is in it no more. If-Match is the ETag of the event.
         */
        put: operations["answerEvent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/calendar/events/{eventId}/rsvps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who has answered what, and who has not; for those who manage the event, also once it was called off. */
        get: operations["listEventRsvps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/calendar/events/{eventId}/rsvps.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same as a table for spreadsheets, a row for each. UTF-8 with a byte order mark; no cell is a formula. */
        get: operations["exportEventRsvps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/calendar/events/{eventId}/rsvps/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reminds those who owe an answer, once in 24 hours. */
        post: operations["sendEventReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/calendar/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every series that is addressed to the caller or managed by them. */
        get: operations["listEventSeries"];
        put?: never;
        /** Creates a repeating event. An admin may, and an editor for an organization that they hold a live grant on. */
        post: operations["createEventSeries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/calendar/series/{seriesId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One series: its rule, its times and its details. */
        get: operations["getEventSeries"];
        put?: never;
        post?: never;
        /**
         * Takes a series away; occurrences with a result stay as single events. The next that would have begun within 14 days is
         *     told and mailed to those whom it was addressed to (`event_cancelled`).
         */
        delete: operations["deleteEventSeries"];
        options?: never;
        head?: never;
        /**
         * Changes all of a series, but for that in which an exception differs on purpose. Another time, zone or rule computes
         *     the occurrences again: an exception whose original start is gone is dropped, an occurrence with a result stays as
         *     a single event. Of occurrences that begin within 14 days, the next with another time, arrival or place is told and mailed to
         *     those whom it is addressed to (`event_changed`), and the next that is off (`event_cancelled`).
         */
        patch: operations["changeEventSeries"];
        trace?: never;
    };
    "/schools/{schoolId}/calendar/series/{seriesId}/occurrences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The occurrences of a series, those that were called off in the last 30 days included. */
        get: operations["listOccurrences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/calendar/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's own subscriptions. */
        get: operations["listCalendarSubscriptions"];
        put?: never;
        /**
         * Makes an address at which calendar apps read what the caller may see, whenever they ask. A person has at most 50, to
         *     calendars and menus together: one more is 409 with reason `limit_reached`.
         */
        post: operations["createCalendarSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/calendar/subscriptions/{subscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraws a subscription: its address leads nowhere from then on. */
        delete: operations["deleteCalendarSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The school's content categories, shared by documents and notices. */
        get: operations["listCategories"];
        put?: never;
        /** Adds a category behind the others. A senior admin may; a school has at most 200. A name that another one has is 409. */
        post: operations["createCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/categories/{categoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a category. A senior admin may. What was filed under it stays, without a category. */
        delete: operations["deleteCategory"];
        options?: never;
        head?: never;
        /** Changes what is given. A senior admin may. A calendar subscription that was made for the category goes on under its new name. */
        patch: operations["changeCategory"];
        trace?: never;
    };
    "/schools/{schoolId}/categories/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sets the order of all categories. A senior admin may. */
        put: operations["orderCategories"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What has changed since a cursor, as the caller may see it: ids alone, each to be read anew or to be dropped. 409 `stale` says
         *     that the cursor leads no further, or that the caller has another place in the school now: fetch a cursor without `since`,
         *     then read everything anew. A guardian whom the school keeps apart from a student gets it with every cursor.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who has confirmed that what the school has on file is right, and who has not, for admins: names alone. */
        get: operations["getSchoolConfirmation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/confirmation.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same as a table for spreadsheets: a row for each person. UTF-8 with a byte order mark; no cell is a formula. */
        get: operations["exportSchoolConfirmation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/confirmation/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reminds those who have not confirmed, once in 24 hours. */
        post: operations["sendConfirmationReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What families have proposed of students on the roster, for admins. */
        get: operations["listSchoolCorrections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/corrections.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same as a table for spreadsheets: a row for each correction. UTF-8 with a byte order mark; no cell is a formula. */
        get: operations["exportSchoolCorrections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is addressed to the caller, admins included, after School Details where the school has filled them in. */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Adds a document, and alerts its audience once. An admin may, and an editor for an organization that they hold a
         *     live grant on.
         */
        post: operations["createDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A document that is addressed to the caller or managed by them; it counts as opened from then on. */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /** Deletes a document with its files. */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        /**
         * Changes what is given. Handing it over to another organization takes a live grant on both; only an admin makes it
         *     the whole school's. Nobody is alerted.
         */
        patch: operations["changeDocument"];
        trace?: never;
    };
    "/schools/{schoolId}/documents/{documentId}/attachments/{attachmentId}/download-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An address for one file of a document. The document counts as opened from then on. */
        get: operations["getDocumentAttachmentDownloadUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Feature toggles, time zone and sidebar counts of a school. */
        get: operations["getSchoolFeatures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes an image that rich text is to embed, as `<img src="image:{id}" alt="…">`. An admin may, and an editor with a
         *     live grant.
         * @description The bytes are refused unless they are one image of the type, whole and at most 5 MB. They are encoded anew:
         *     upright, at most 2,048 pixels long, without location and other metadata. An image that no item has embedded within
         *     24 hours is removed. A person has at most 100 MB that nothing has been saved with, attachments included: more is 409
         *     with reason `limit_reached`.
         */
        post: operations["uploadImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/images/{imageId}/download-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An address to show an image from, good for five minutes. The image is there for whoever sees an item that embeds
         *     it; before one does, for who uploaded it.
         */
        get: operations["getImageDownloadUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's own lists in this school. */
        get: operations["listLists"];
        put?: never;
        /**
         * Makes a list that only the caller will ever see. Two lists may have the same name. A person has at most 200 in a school:
         *     one more is 409 with reason `limit_reached`.
         */
        post: operations["createList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/mail-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whom the school does not reach by mail: they have to be called, or asked for another address.
         * @description Admins only. After three refusals in a row an address gets no more mail, until it takes one that its owner asked for.
         */
        get: operations["getMailHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/map-markers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where students live, for those whose family shows the address; own students always, admins see all. */
        get: operations["listMapMarkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/menus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every entry of the menu, of all dates. */
        get: operations["listMenus"];
        put?: never;
        /**
         * Writes one meal, or up to 400 of them. An admin may; a school has at most 20,000. The meal of a date and kind that is there
         *     is replaced. Its picture stays until another one is made.
         */
        post: operations["createMenus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/menus/{menuId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an entry of the menu, with its picture. An admin may. */
        delete: operations["deleteMenu"];
        options?: never;
        head?: never;
        /** Changes what is given. An admin may. */
        patch: operations["changeMenu"];
        trace?: never;
    };
    "/schools/{schoolId}/menus/{menuId}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The picture of a lunch, made unless there is one of these items.
         * @description However many ask at once, one picture is made and all are given it. When that fails, the picture that was
         *     there before stays.
         */
        post: operations["createMenuImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/menus/day": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All meals of one day. */
        get: operations["listMenusOfDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/menus/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's own subscriptions to menus. */
        get: operations["listMenuSubscriptions"];
        put?: never;
        /**
         * Makes an address at which calendar apps read what the school serves.
         * @description One all-day entry a meal, from the first day of the month before on. A person has at most 50, to calendars and
         *     menus together: one more is 409 with reason `limit_reached`.
         */
        post: operations["createMenuSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/menus/subscriptions/{subscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraws a subscription: its address leads nowhere from then on. */
        delete: operations["deleteMenuSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/menus/week": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The menu of seven days from a Sunday on. */
        get: operations["listMenusOfWeek"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is shown now and addressed to the caller: an admin, too, sees no more than that. */
        get: operations["listNotices"];
        put?: never;
        /**
         * Adds a notice, which alerts its audience once: now, or when it starts. An admin may, and an editor for an
         *     organization that they hold a live grant on.
         */
        post: operations["createNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/notices/{noticeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A notice that is shown now and addressed to the caller; who manages it sees it before its start and after its end too. It
         *     is read from then on, and so is the notification of it.
         */
        get: operations["getNotice"];
        put?: never;
        post?: never;
        /** Deletes a notice with its files. */
        delete: operations["deleteNotice"];
        options?: never;
        head?: never;
        /**
         * Changes what is given. Handing it over to another organization takes a live grant on both; only an admin makes it
         *     the whole school's. Nobody is alerted, unless it was still to start and now does; then they are, once.
         */
        patch: operations["changeNotice"];
        trace?: never;
    };
    "/schools/{schoolId}/notices/{noticeId}/acknowledgement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Says that the caller has read the notice as it is now, where it asks for that. Another title or body asks again; what was
         *     acknowledged stays on record.
         */
        post: operations["acknowledgeNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/notices/{noticeId}/acknowledgements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who has acknowledged the notice, and who has not yet, for its managers. */
        get: operations["listNoticeAcknowledgements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/notices/{noticeId}/acknowledgements.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * That as a table for spreadsheets: a row for each person whom the notice is addressed to. UTF-8 with a byte order mark; no cell is
         *     a formula.
         */
        get: operations["exportNoticeAcknowledgements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/notices/{noticeId}/attachments/{attachmentId}/download-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An address for one file of a notice. */
        get: operations["getNoticeAttachmentDownloadUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/notices/{noticeId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whom the notice has reached, and whom it did not, for its managers: a school sees who to call. Guardians on file who have no
         *     account are named, too.
         */
        get: operations["listNoticeDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/notices/{noticeId}/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reminds those who have not acknowledged the notice, once in 24 hours. */
        post: operations["sendNoticeReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's own notifications of the last 180 days. */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Marks some of the caller's own notifications as read, or all that there are by now. */
        post: operations["markNotificationsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The teams, clubs and classes of a school; archived ones for admins only. */
        get: operations["listOrganizations"];
        put?: never;
        /** Adds a team, a club or a class. An admin may; a short name that another one has is 409, and so is the 2,001st. */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/permission-slips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is addressed to the caller, admins included, from opens_at until visible_until. */
        get: operations["listPermissionSlips"];
        put?: never;
        /**
         * Adds a permission slip, which alerts its audience when it opens; without `opens_at` it is a draft. An admin may, and an editor
         *     for an organization that they hold a live grant on.
         */
        post: operations["createPermissionSlip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/permission-slips/managed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Those that the caller manages: an admin all of them, an editor those of their organizations. */
        get: operations["listManagedPermissionSlips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/photo-urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Addresses to show the photos of many people from, good for five minutes: 200 students and parents together at most.
         *     Who has no photo, is not of the school or may not be seen is left out; of whom it shows a photo, they see in their
         *     disclosures that it was asked for.
         */
        post: operations["createPhotoUrls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/polls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Those that have opened and are addressed to the caller, admins included; closed ones come last. */
        get: operations["listPolls"];
        put?: never;
        /**
         * Adds a poll, which alerts its audience when it opens; without `opens_at` it is a draft. An admin may, and an editor for an
         *     organization that they hold a live grant on.
         */
        post: operations["createPoll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/polls/managed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Those that the caller manages, with their totals: an admin all of them, an editor those of their organizations. */
        get: operations["listManagedPolls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/school-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Writes School Details, the first entry of the Document Library: what is given of it. An admin may. */
        put: operations["putSchoolDetails"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/signups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is open or was, and is addressed to the caller, admins included; without items and names. */
        get: operations["listSignups"];
        put?: never;
        /**
         * Adds a sign-up, which alerts its audience when it opens; without `opens_at` it is a draft. An admin may, and an editor for an
         *     organization that they hold a live grant on.
         */
        post: operations["createSignup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/signups/managed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Those that the caller manages: an admin all of them, an editor those of their organizations. */
        get: operations["listManagedSignups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The staff directory of a school. */
        get: operations["listStaff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/students": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The roster: every non-archived student of the school, complete, by last name and first name. */
        get: operations["listStudents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a watch shows of the school, for a day ahead.
         * @description Events are those that are addressed to the caller and take place; one that is called off is not shown. Parts
         *     of features that are off are null or empty.
         */
        get: operations["getWatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The addresses that hear of changes in the school. A senior admin may. */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Adds an address that hears of changes from now on, by the Standard Webhooks specification. A senior admin may; a school has at
         *     most 20. Keep the secret: it is shown in this answer alone.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a webhook with its deliveries: what waits is not sent any more. A senior admin may. */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Changes what is given. A senior admin may. `paused: false` takes up again what was paused, also by the service. */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/schools/{schoolId}/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the webhook was told, newest first. A senior admin may. */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a delivery once more, under its id and with as many attempts as a new one. A senior admin may. */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/webhooks/{webhookId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a new secret. A senior admin may. The one of before signs beside it for 24 hours. */
        post: operations["renewWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schools/{schoolId}/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a delivery of the kind `test`, also to a webhook that is paused. A senior admin may; 20 may wait at once. */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signups/{signupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A sign-up that is addressed to the caller: an admin, too, sees no other here. */
        get: operations["getSignup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signups/{signupId}/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claims places of an item, all of them or none (409 `item_full`). A second claim for the same student is added to the
         *     first one, which is the answer then. While someone waits, places that become free are theirs.
         */
        post: operations["createSignupClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signups/{signupId}/claims.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The claims as a table for spreadsheets, a row for each. UTF-8 with a byte order mark; no cell is a formula. */
        get: operations["exportSignupClaims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signups/{signupId}/claims/{claimId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraws a claim: its author may, another guardian of the student whom it is for, and at any time a manager. Who
         *     waits for its places gets them. If-Match is the ETag of the sign-up.
         */
        delete: operations["withdrawSignupClaim"];
        options?: never;
        head?: never;
        /**
         * Changes the caller's own claim in one step, or leaves it as it is. Who waits and asks for more goes to the end of the
         *     queue. If-Match is the ETag of the sign-up.
         */
        patch: operations["changeSignupClaim"];
        trace?: never;
    };
    "/signups/{signupId}/management": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A sign-up with who has claimed what, for its managers: whatever its audience, before it opens and once it is deleted. */
        get: operations["getManagedSignup"];
        put?: never;
        post?: never;
        /** Hides the sign-up at once. Claims are kept for those who made them; for 30 days it can be brought back. */
        delete: operations["deleteSignup"];
        options?: never;
        head?: never;
        /**
         * Changes what is given. Items are changed by their ids: one that is missing is removed, and those who wait get places that a
         *     raised capacity gives. Once something was claimed, questions and `opens_at` are fixed. `deleted: false` brings back what was
         *     deleted in the last 30 days.
         */
        patch: operations["changeSignup"];
        trace?: never;
    };
    "/signups/{signupId}/management/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Claims places for a member whom the sign-up is addressed to, by the rules of their own claims; they are told. */
        post: operations["recordSignupClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signups/{signupId}/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reminds those who have claimed something of an item, or of all items that lie ahead; each item once in 24 hours. */
        post: operations["sendSignupReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{studentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A student with contact, guardians and the caller's own star and note. Missing coordinates are computed. */
        get: operations["getStudent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{studentId}/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Proposes what the school should have on file of the student, for a linked guardian. Nothing of the roster changes: the school's
         *     own system settles it, and an import that brings the proposed value closes it. `phone` and `email` are the student's own; what is
         *     wrong of a guardian is `guardians`. A person has at most 20 open ones for a student.
         */
        post: operations["proposeCorrection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{studentId}/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's own private note on a student. */
        get: operations["getNote"];
        /** Saves the note; a blank body deletes it. The last write wins, unless If-Match says otherwise. */
        put: operations["putNote"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{studentId}/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes what was uploaded the student's photo.
         * @description The bytes are read again, and refused unless they are one image of the type, whole and at most 5 MB. They
         *     are encoded anew: upright, at most 2,048 pixels long, without location and other metadata.
         */
        post: operations["confirmStudentPhoto"];
        /** Deletes a student's photo; deleting one that is not there succeeds. */
        delete: operations["deleteStudentPhoto"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{studentId}/photo/download-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An address to show a student's photo from, good for five minutes. The family sees in its disclosures that it was asked for. */
        get: operations["getStudentPhotoDownloadUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{studentId}/photo/upload-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An address to PUT a student's photo to; a linked guardian or an admin. Nothing is shown before it is confirmed, a person has at most 20 that are not. */
        post: operations["createStudentPhotoUploadUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/students/{studentId}/star": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stars a student for the caller alone; starring a starred student succeeds. */
        post: operations["starStudent"];
        /** Removes the caller's star; removing one that is not there succeeds. */
        delete: operations["unstarStudent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AddressVisibilityInput: {
            address_visible: boolean;
        };
        AllEventSeries: {
            /** @description By first_date, then title. */
            series: components["schemas"]["EventSeries"][];
        };
        Answer: {
            choice_ids?: string[];
            /** Format: uuid */
            question_id: string;
            text?: string;
            value?: boolean | number | string;
        };
        AnswerInput: {
            /** @description One of them with `single_choice`, none twice with `multi_choice`. */
            choice_ids?: string[] | null;
            /** Format: uuid */
            question_id: string;
            /** @description Of `short_text` (up to 200 characters) and `long_text`. */
            text?: string | null;
            /** @description Of `yes_no`, `number` and `date` (`YYYY-MM-DD`). */
            value?: (boolean | null) | (number | null) | (string | null);
        };
        AppPassword: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            name: string;
        };
        AppPasswordInput: {
            /** @description The program or device that it is for. */
            name: string;
        };
        AppPasswords: {
            /** @description In the order in which they were made. */
            app_passwords: components["schemas"]["AppPassword"][];
        };
        AskedPerson: {
            /** Format: uuid */
            membership_id: string | null;
            /** @description "A former member" for someone who is no active member any more. */
            name: string;
            /** Format: uuid */
            student_id: string | null;
        };
        AsSeenByOthers: {
            /** @description The caller, as on the first of the students; null without linked students. */
            guardian: components["schemas"]["StudentGuardian"] | null;
            /** @description The caller's linked students, by last name, then first name. */
            students: components["schemas"]["StudentDetail"][];
        };
        AttachmentInput: {
            content_type?: string | null;
            file_name?: string | null;
            id?: string | null;
            key: string;
            size_bytes?: number | null;
            uploaded_at?: string | null;
        };
        AttachmentUpload: {
            /**
             * @description What the file is for; it may come before the file or after it.
             * @enum {string}
             */
            entity_type: "document" | "notice" | "permission_slip";
            /**
             * Format: binary
             * @description PDF, Word (doc, docx), Excel (xls, xlsx), JPEG or PNG, at most 10 MB (10,485,760 bytes). Extension, type and content
             *     have to agree; `application/octet-stream` agrees with every one of them.
             */
            file: Blob;
        };
        Audience: {
            graduation_years: number[];
            organization_ids: string[];
            /** @enum {string} */
            type: "school" | "graduation_years" | "organizations" | "admins";
        };
        AudienceInput: {
            /** @description With `graduation_years`: the families of these years. */
            graduation_years?: number[];
            /** @description With `organizations`: the members of these organizations of the school. */
            organization_ids?: string[];
            /** @enum {string} */
            type: "school" | "graduation_years" | "organizations" | "admins";
        };
        AuditActor: {
            /**
             * @description An operator is one who speaks in the name of the member, or who gave a command.
             * @enum {string}
             */
            kind: "person" | "application" | "operator";
            /**
             * Format: uuid
             * @description Null for a command, and for whoever answered an anonymous poll.
             */
            membership_id: string | null;
            /** @description Null once they have left. */
            name: string | null;
        };
        AuditEntries: {
            /** @description Newest first, at most 1,000. */
            entries: components["schemas"]["AuditEntry"][];
        };
        AuditEntry: {
            actor: components["schemas"]["AuditActor"];
            /** Format: date-time */
            at: string;
            /** @description So often the same person did this with the same thing, from the same source, in that minute; `id` and `at` are of the last time. */
            count: number;
            /** Format: uuid */
            id: string;
            item: components["schemas"]["AuditItem"] | null;
            /** @description The operation's id in this document, or the command. */
            operation: string;
            /** @description A digest: the same for the same source, and nothing can be found out from it. */
            source: string;
        };
        AuditItem: {
            id: string;
            type: string;
        };
        CalendarEvent: {
            all_day: boolean;
            category: components["schemas"]["ItemCategory"] | null;
            /** @description Rich text. */
            description: string | null;
            /**
             * Format: date
             * @description At the school, inclusive.
             */
            end_date: string;
            /** Format: date-time */
            ends_at: string | null;
            /** @description Of an occurrence: `{seriesId}_{originalStart}`. */
            id: string;
            /** @description An occurrence that differs from its series, or was called off. */
            is_exception: boolean;
            location: string | null;
            /** Format: uuid */
            organization_id: string | null;
            organization_name: string | null;
            /** @description Where the rule put the occurrence: `YYYYMMDD`, or `YYYYMMDDTHHMMSSZ`. It never changes. */
            original_start: string | null;
            /** Format: uuid */
            permission_slip_id: string | null;
            /** @description Null for an event that does not ask who comes. */
            rsvp: components["schemas"]["EventRsvp"] | null;
            /** Format: uuid */
            series_id: string | null;
            /** Format: uuid */
            signup_id: string | null;
            /**
             * Format: date
             * @description At the school.
             */
            start_date: string;
            /**
             * Format: date-time
             * @description Null when all day.
             */
            starts_at: string | null;
            /**
             * @description A cancelled occurrence is shown for 30 days.
             * @enum {string}
             */
            status: "confirmed" | "tentative" | "cancelled";
            tags: string[];
            /** @description IANA name. */
            time_zone: string;
            title: string;
            /** Format: date-time */
            updated_at: string;
        };
        CalendarEvents: {
            /** @description By start_date, all-day first, starts_at, title. */
            events: components["schemas"]["CalendarEvent"][];
        };
        CalendarSubscription: {
            categories: string[];
            /** Format: date-time */
            created_at: string;
            /**
             * Format: uri
             * @description What a calendar app polls.
             */
            feed_url: string;
            /**
             * Format: uri
             * @description Adds the feed to Google Calendar.
             */
            google_url: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            organization_id: string | null;
            tags: string[];
            /** @description Whoever has it reads the feed: a secret of its owner. */
            token: string;
            /**
             * Format: uri
             * @description Opens the calendar app of a device.
             */
            webcal_url: string;
        };
        CalendarSubscriptionInput: {
            /** @description Names, compared without case. */
            categories?: string[] | null;
            /** @description The school's unless given. */
            name?: string | null;
            /**
             * Format: uuid
             * @description Events of this organization alone.
             */
            organizationId?: string | null;
            /** @description Compared without case. */
            tags?: string[] | null;
        };
        CalendarSubscriptions: {
            /** @description The caller's own, oldest first. */
            subscriptions: components["schemas"]["CalendarSubscription"][];
        };
        CandidateStudent: {
            graduation_year: number | null;
            /** Format: uuid */
            id: string;
            /** @description First and last name. */
            name: string;
        };
        Categories: {
            /** @description In the order a senior admin gave them. */
            categories: components["schemas"]["Category"][];
        };
        Category: {
            color: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description From 0. */
            position: number;
        };
        CategoryChanges: {
            color?: string;
            name?: string;
        };
        CategoryInput: {
            color: string;
            /** @description No other category of the school has it, whatever its case. */
            name: string;
        };
        CategoryOrder: {
            /** @description All categories of the school, in the order that they are to have. */
            ids: string[];
        };
        Challenge: {
            /** Format: uuid */
            challenge_id: string;
            /** Format: date-time */
            expires_at: string;
            /** @enum {string} */
            method: "totp" | "email";
        };
        ChallengeRequest: {
            /**
             * @description Email for who has neither an authenticator app nor a passkey, and for nobody else; else the app, or a recovery code.
             * @enum {string}
             */
            method?: "totp" | "email";
        };
        ChangedCalendarEvent: {
            all_day: boolean;
            category: components["schemas"]["ItemCategory"] | null;
            /** @description Rich text. */
            description: string | null;
            /** @description Ids of exceptions that are no more, since the series no longer produces their original start. */
            dropped_exceptions: string[];
            /**
             * Format: date
             * @description At the school, inclusive.
             */
            end_date: string;
            /** Format: date-time */
            ends_at: string | null;
            /** @description Of an occurrence: `{seriesId}_{originalStart}`. */
            id: string;
            /** @description An occurrence that differs from its series, or was called off. */
            is_exception: boolean;
            location: string | null;
            /** Format: uuid */
            organization_id: string | null;
            organization_name: string | null;
            /** @description Where the rule put the occurrence: `YYYYMMDD`, or `YYYYMMDDTHHMMSSZ`. It never changes. */
            original_start: string | null;
            /** Format: uuid */
            permission_slip_id: string | null;
            /** @description Null for an event that does not ask who comes. */
            rsvp: components["schemas"]["EventRsvp"] | null;
            /** Format: uuid */
            series_id: string | null;
            /** Format: uuid */
            signup_id: string | null;
            /**
             * Format: date
             * @description At the school.
             */
            start_date: string;
            /**
             * Format: date-time
             * @description Null when all day.
             */
            starts_at: string | null;
            /**
             * @description A cancelled occurrence is shown for 30 days.
             * @enum {string}
             */
            status: "confirmed" | "tentative" | "cancelled";
            tags: string[];
            /** @description IANA name. */
            time_zone: string;
            title: string;
            /** Format: date-time */
            updated_at: string;
        };
        ChangedEventSeries: {
            all_day: boolean;
            /**
             * @description Before the first occurrence, on the wall of `time_zone`.
             * @example 2026-09-07T15:00
             */
            arrival_at: string | null;
            audience: components["schemas"]["Audience"];
            /** Format: uuid */
            category_id: string | null;
            /** @description Rich text. */
            description: string | null;
            /** @description Ids of exceptions that are no more, since the series no longer produces their original start. */
            dropped_exceptions: string[];
            /** @description Null when timed. */
            duration_days: number | null;
            /** @description Null when all day. */
            duration_minutes: number | null;
            /** @enum {string} */
            event_type: "game" | "practice" | "meeting" | "performance" | "other";
            /** @description Occurrences that differ from the series, or were called off. */
            exceptions: components["schemas"]["SeriesException"][];
            /** @description With those that were called off since. */
            exdates: string[];
            /**
             * Format: date
             * @description At the school.
             */
            first_date: string;
            /** @enum {string|null} */
            home_away: "home" | "away" | "neutral" | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date
             * @description At the school: the last day of the last occurrence.
             */
            last_date: string;
            /**
             * @description On the wall of `time_zone`; a date when all day.
             * @example 2026-09-07T15:30
             */
            local_start: string;
            location: string | null;
            /** @description Occurrences that take place. */
            occurrence_count: number;
            opponent: string | null;
            /** Format: uuid */
            organization_id: string | null;
            rdates: string[];
            rrule: string | null;
            /** @description Null where its occurrences do not ask who comes. */
            rsvp: components["schemas"]["SeriesRsvp"] | null;
            /** @description Rises with each change. */
            sequence: number;
            /**
             * Format: uuid
             * @description The series that this one was split from.
             */
            split_from: string | null;
            tags: string[];
            /** @description IANA name. */
            time_zone: string;
            title: string;
            uniform: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        ChangedItem: {
            /**
             * @description `changed`: read it anew, it may be new to you. `removed`: drop it, you may read it no more.
             * @enum {string}
             */
            change: "changed" | "removed";
            /**
             * @description The id by which the item is read; of an `organization_roster` it is the organization's, of a `note` the student's, of
             *     `features` the school's, and of `me` the membership's.
             */
            id: string;
            /** @enum {string} */
            type: "student" | "staff_member" | "organization" | "organization_roster" | "event" | "series" | "notice" | "document" | "poll" | "signup" | "permission_slip" | "menu" | "category" | "list" | "note" | "notification" | "features" | "me";
        };
        Changes: {
            /** @description At most 1,000, each item once, in the order in which the changes were made. */
            changes: components["schemas"]["ChangedItem"][];
            /** @description To be sent as `since` next time. Good for 30 days and for this caller alone. */
            cursor: string;
            /** @description True when there is more already: call again with the cursor at once. */
            more: boolean;
        };
        Claimant: {
            /** Format: uuid */
            claim_id: string;
            /** @description Null to everyone but its author and managers. */
            comment: string | null;
            /** @description First and last name. */
            display_name: string;
            is_me: boolean;
            quantity: number;
            /** @enum {string} */
            status: "confirmed" | "waitlisted";
        };
        ConfirmationGuardian: {
            name: string;
            /** @enum {string} */
            relation: "mother" | "father" | "parent" | "stepparent" | "grandparent" | "guardian" | "relative" | "other";
        };
        ConfirmationPerson: {
            /** Format: date-time */
            confirmed_at: string | null;
            /** Format: uuid */
            membership_id: string;
            name: string;
            /** @description Names of their linked students on the roster, by last name, then first name. */
            students: string[];
        };
        ConfirmationRound: {
            /**
             * Format: date-time
             * @description Null while the round is open.
             */
            closed_at: string | null;
            /**
             * Format: date
             * @description The last day that families are given, at the school. They may confirm until the school closes the round.
             */
            due_on: string | null;
            /** Format: uuid */
            id: string;
            /** @description Plain text. */
            message: string | null;
            /** Format: date-time */
            opened_at: string;
        };
        ConfirmationStudent: {
            address: components["schemas"]["PostalAddress"] | null;
            grade: string | null;
            graduation_year: number | null;
            /** @description Everybody whom the school has on file, the caller among them: primary first, then by last and first name. */
            guardians: components["schemas"]["ConfirmationGuardian"][];
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * @description How the caller is related to the student.
             * @enum {string}
             */
            relation: "mother" | "father" | "parent" | "stepparent" | "grandparent" | "guardian" | "relative" | "other";
        };
        ConfirmedPhoto: {
            /** @enum {string} */
            content_type: "image/jpeg" | "image/png" | "image/webp" | "image/gif";
            height: number;
            photo_key: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Pixels. */
            width: number;
        };
        Correction: {
            /** @description What the school says to it. */
            answer: string | null;
            /** @description Who made it. */
            by_name: string;
            comment: string | null;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            field: "name" | "preferred_name" | "address" | "phone" | "email" | "grade" | "graduation_year" | "guardians" | "other";
            /** Format: uuid */
            id: string;
            /** @description What the roster said when the correction was made, as its author saw it; null where it said nothing, and for `other`. */
            present: string | null;
            proposed: string;
            /**
             * Format: date-time
             * @description Null while it is open.
             */
            settled_at: string | null;
            /** @enum {string} */
            state: "open" | "done" | "declined";
            /** Format: uuid */
            student_id: string;
            student_name: string;
        };
        CorrectionChanges: {
            /** @description To its author; left out, the present one stays. */
            answer?: string | null;
            /** @enum {string} */
            state: "open" | "done" | "declined";
        };
        CorrectionInput: {
            comment?: string | null;
            /** @enum {string} */
            field: "name" | "preferred_name" | "address" | "phone" | "email" | "grade" | "graduation_year" | "guardians" | "other";
            /** @description What it should say: a phone as it is dialled, an address on one or several lines. */
            proposed: string;
        };
        Corrections: {
            /** @description Newest first. */
            corrections: components["schemas"]["Correction"][];
        };
        CountedPollChoice: {
            count: number;
            /** Format: uuid */
            id: string;
            /** @description Of the respondents, with one decimal; 0 without any. */
            percent: number;
            /** @description From 0. */
            position: number;
            text: string;
        };
        CountedPollQuestion: {
            choices: components["schemas"]["CountedPollChoice"][];
            /** Format: uuid */
            id: string;
            /** @description From 0. */
            position: number;
            text: string;
        };
        CreatedItem: {
            /** Format: uuid */
            id: string;
        };
        CreatedMenus: {
            /** @description Those of the meals, in the order in which they were sent. */
            ids: string[];
        };
        CreatedMenuSubscription: {
            subscription: components["schemas"]["MenuSubscription"];
        };
        CreatedSlip: {
            /** Format: uuid */
            id: string;
            /** @description Characters in its texts that no installed font has, as `U+1F9FF 🧿`: its PDFs print empty boxes for them. At most 20; empty where all are printed. */
            unprintable: string[];
        };
        CreatedSubscription: {
            subscription: components["schemas"]["CalendarSubscription"];
        };
        Disclosure: {
            /**
             * Format: date-time
             * @description The latest of the reads.
             */
            at: string;
            count: number;
            /** @description The id of the operation in this document: it says that it was a photo, for instance. */
            operation: string;
            /** @enum {string} */
            reader_role: "parent" | "junior_admin" | "senior_admin" | "operator";
            /** Format: uuid */
            school_id: string;
            /**
             * @description `contact` stands for photos, too.
             * @enum {string}
             */
            subject: "contact" | "address";
        };
        Document: {
            attachments: components["schemas"]["DocumentAttachment"][];
            category: components["schemas"]["ItemCategory"] | null;
            /** Format: date-time */
            created_at: string;
            /** @description Null for what an import brought, and for someone who is no active member any more. */
            created_by_name: string | null;
            /** @description Rich text. */
            description: string | null;
            /** @description A uuid; of School Details `school-details`, with which nothing can be asked for. */
            id: string;
            /** @description The entry of the school itself. */
            is_school_details: boolean;
            /** Format: uuid */
            organization_id: string | null;
            organization_name: string | null;
            title: string;
            /** Format: date-time */
            updated_at: string;
        };
        DocumentAttachment: {
            /** @enum {string} */
            content_type: "application/pdf" | "application/msword" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "application/vnd.ms-excel" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "image/jpeg" | "image/png";
            file_name: string;
            /**
             * Format: uuid
             * @description Null until an item has been saved with it.
             */
            id: string | null;
            /** @description What the item is saved with; no address. */
            key: string;
            size_bytes: number;
            /** Format: date-time */
            uploaded_at: string;
        };
        DocumentChanges: {
            /** @description As their uploads returned them, or as the document shows them: all of them, in this order. */
            attachments?: components["schemas"]["AttachmentInput"][] | null;
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /**
             * Format: uuid
             * @description One of the school's categories.
             */
            category_id?: string | null;
            /** @description Rich text. */
            description?: string | null;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            title?: string;
        };
        DocumentInput: {
            /** @description As their uploads returned them, or as the document shows them: all of them, in this order. */
            attachments?: components["schemas"]["AttachmentInput"][] | null;
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /**
             * Format: uuid
             * @description One of the school's categories.
             */
            category_id?: string | null;
            /** @description Rich text. */
            description?: string | null;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            title: string;
        };
        Documents: {
            /** @description School Details first, then by the position of the category, those without one last, and by title. */
            documents: components["schemas"]["Document"][];
        };
        EmbeddedImage: {
            /** @enum {string} */
            content_type: "image/jpeg" | "image/png" | "image/webp" | "image/gif";
            height: number;
            /** Format: uuid */
            id: string;
            /** @description Pixels, as shown; of one frame. */
            width: number;
        };
        Error: {
            error: components["schemas"]["ErrorDetails"];
        };
        ErrorDetails: {
            /**
             * @description Stable: switch on it.
             * @enum {string}
             */
            code: "validation_failed" | "not_authenticated" | "mfa_required" | "not_authorized" | "not_found" | "conflict" | "payload_too_large" | "rate_limited" | "internal_error" | "upstream_failed" | "unavailable";
            /** @description With `validation_failed`, and with the reason `item_full`. */
            fields?: components["schemas"]["FieldError"][];
            /** @description For people; not to be parsed. */
            message: string;
            /**
             * @description Stable sub-code.
             * @enum {string}
             */
            reason?: "closed" | "not_open" | "restricted" | "already_responded" | "invalid_answers" | "item_full" | "has_answers" | "too_soon" | "limit_reached" | "withdrawal_closed" | "edit_closed" | "signature_required" | "declined_by_other_guardian" | "not_linked" | "expired" | "sole_senior_admin" | "stale" | "idempotency_key_reused" | "too_many_occurrences" | "unsupported_rule" | "foreign_key_not_owned" | "unsupported_type" | "invalid_code" | "invalid_grant" | "locked";
        };
        EventChanges: {
            all_day?: boolean | null;
            /**
             * Format: date-time
             * @description When people come together, not after the start of a timed event; it moves with the start unless it is given.
             */
            arrival_at?: string | null;
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /**
             * Format: uuid
             * @description One of the school's categories.
             */
            category_id?: string | null;
            /** @description Rich text. */
            description?: string | null;
            /**
             * Format: date
             * @description The last day, inclusive.
             */
            end_date?: string | null;
            /**
             * Format: date-time
             * @description Not before `starts_at`.
             */
            ends_at?: string | null;
            /**
             * @default other
             * @enum {string|null}
             */
            event_type?: "game" | "practice" | "meeting" | "performance" | "other" | null;
            /** @enum {string|null} */
            home_away?: "home" | "away" | "neutral" | null;
            location?: string | null;
            opponent?: string | null;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            /** @description Asks who comes. Null: nobody is asked, and answers of before are hidden until it asks again. */
            rsvp?: components["schemas"]["RsvpInput"] | null;
            /**
             * @description True alerts those whom it is addressed to, each of them once; of a series to its next occurrence.
             * @default false
             */
            send_alert?: boolean | null;
            /** Format: date */
            start_date?: string | null;
            /** Format: date-time */
            starts_at?: string | null;
            /** @description Each once, whatever its case. */
            tags?: string[] | null;
            title?: string;
            /** @description What to wear. */
            uniform?: string | null;
        };
        EventInput: {
            all_day?: boolean | null;
            /**
             * Format: date-time
             * @description When people come together, not after the start of a timed event; it moves with the start unless it is given.
             */
            arrival_at?: string | null;
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /**
             * Format: uuid
             * @description One of the school's categories.
             */
            category_id?: string | null;
            /** @description Rich text. */
            description?: string | null;
            /**
             * Format: date
             * @description The last day, inclusive.
             */
            end_date?: string | null;
            /**
             * Format: date-time
             * @description Not before `starts_at`.
             */
            ends_at?: string | null;
            /**
             * @default other
             * @enum {string|null}
             */
            event_type?: "game" | "practice" | "meeting" | "performance" | "other" | null;
            /** @enum {string|null} */
            home_away?: "home" | "away" | "neutral" | null;
            location?: string | null;
            opponent?: string | null;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            /** @description Asks who comes. Null: nobody is asked, and answers of before are hidden until it asks again. */
            rsvp?: components["schemas"]["RsvpInput"] | null;
            /**
             * @description True alerts those whom it is addressed to, each of them once; of a series to its next occurrence.
             * @default false
             */
            send_alert?: boolean | null;
            /** Format: date */
            start_date?: string | null;
            /** Format: date-time */
            starts_at?: string | null;
            /** @description Each once, whatever its case. */
            tags?: string[] | null;
            title: string;
            /** @description What to wear. */
            uniform?: string | null;
        };
        EventResult: {
            /**
             * Format: date
             * @description At the school: the day on which the event starts.
             */
            date: string;
            /** @description Of an occurrence: `{seriesId}_{originalStart}`. */
            event_id: string;
            field_size: number | null;
            opponent: string | null;
            /** @enum {string} */
            outcome: "win" | "loss" | "tie" | "no_result" | "placed";
            place: number | null;
            /** @description "A former member" for someone who is no active member any more. */
            recorded_by_name: string;
            score_against: number | null;
            score_for: number | null;
            summary: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        EventRsvp: {
            /** @enum {string} */
            by: "student" | "person";
            /** @description Null: anybody may come. */
            capacity: number | null;
            /** @description True once answers have ended, and for an event that was called off. */
            closed: boolean;
            counts: components["schemas"]["RsvpCounts"];
            /** @description A line for each own student in the audience, or for the caller; by name, answered or not. */
            mine: components["schemas"]["OwnRsvp"][];
            /** @description How many more may say yes. */
            remaining: number | null;
            /**
             * Format: date-time
             * @description When answers end; null: with the start.
             */
            until: string | null;
        };
        EventRsvps: {
            /** @description By name. */
            answers: components["schemas"]["GivenRsvp"][];
            counts: components["schemas"]["RsvpCounts"];
            /** @description Those of the audience for whom nobody has answered, by name. */
            outstanding: components["schemas"]["AskedPerson"][];
        };
        EventSeries: {
            all_day: boolean;
            /**
             * @description Before the first occurrence, on the wall of `time_zone`.
             * @example 2026-09-07T15:00
             */
            arrival_at: string | null;
            audience: components["schemas"]["Audience"];
            /** Format: uuid */
            category_id: string | null;
            /** @description Rich text. */
            description: string | null;
            /** @description Null when timed. */
            duration_days: number | null;
            /** @description Null when all day. */
            duration_minutes: number | null;
            /** @enum {string} */
            event_type: "game" | "practice" | "meeting" | "performance" | "other";
            /** @description Occurrences that differ from the series, or were called off. */
            exceptions: components["schemas"]["SeriesException"][];
            /** @description With those that were called off since. */
            exdates: string[];
            /**
             * Format: date
             * @description At the school.
             */
            first_date: string;
            /** @enum {string|null} */
            home_away: "home" | "away" | "neutral" | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date
             * @description At the school: the last day of the last occurrence.
             */
            last_date: string;
            /**
             * @description On the wall of `time_zone`; a date when all day.
             * @example 2026-09-07T15:30
             */
            local_start: string;
            location: string | null;
            /** @description Occurrences that take place. */
            occurrence_count: number;
            opponent: string | null;
            /** Format: uuid */
            organization_id: string | null;
            rdates: string[];
            rrule: string | null;
            /** @description Null where its occurrences do not ask who comes. */
            rsvp: components["schemas"]["SeriesRsvp"] | null;
            /** @description Rises with each change. */
            sequence: number;
            /**
             * Format: uuid
             * @description The series that this one was split from.
             */
            split_from: string | null;
            tags: string[];
            /** @description IANA name. */
            time_zone: string;
            title: string;
            uniform: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        ExportedAccount: {
            /** @description The first one first, which is `email`. */
            addresses: components["schemas"]["ExportedAddress"][];
            /** @description Whether the second step is asked of an authenticator app. */
            authenticator_set: boolean;
            /**
             * Format: date-time
             * @description Null while nothing is kept of the person.
             */
            created_at: string | null;
            email: string;
            /**
             * Format: date-time
             * @description Null until the address is proven.
             */
            email_verified_at: string | null;
            /** Format: uuid */
            id: string;
            /** @description Their keys are not here. */
            passkeys: components["schemas"]["ExportedPasskey"][];
            password_set: boolean;
            recovery_codes_left: number;
            two_step_enabled: boolean;
        };
        ExportedAcknowledgement: {
            /** Format: date-time */
            acknowledged_at: string;
            /** Format: uuid */
            notice_id: string;
            /** Format: uuid */
            school_id: string;
            /** @description SHA-256 of title and body, in hex. */
            version: string;
        };
        ExportedAddress: {
            email: string;
            /**
             * Format: date-time
             * @description Null until it is proven.
             */
            verified_at: string | null;
        };
        ExportedAppPassword: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            school_id: string;
        };
        ExportedAttachment: {
            /** @enum {string} */
            content_type: "application/pdf" | "application/msword" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "application/vnd.ms-excel" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "image/jpeg" | "image/png";
            file_name: string;
            key: string;
            /** Format: uuid */
            school_id: string;
            size_bytes: number;
            /** Format: date-time */
            uploaded_at: string;
        };
        ExportedBounces: {
            /** Format: date-time */
            bounced_at: string;
            bounces: number;
            email: string;
        };
        ExportedConfirmation: {
            /** Format: date-time */
            confirmed_at: string;
            /** Format: date-time */
            opened_at: string;
            /** Format: uuid */
            school_id: string;
            /** @description What the school asked. */
            title: string;
        };
        ExportedCorrection: {
            /** @description As `present`. */
            answer: string | null;
            comment: string | null;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            field: "name" | "preferred_name" | "address" | "phone" | "email" | "grade" | "graduation_year" | "guardians" | "other";
            /** Format: uuid */
            id: string;
            /** @description Null for a student who is not the person's own any more. */
            present: string | null;
            proposed: string;
            /** Format: uuid */
            school_id: string;
            /** Format: date-time */
            settled_at: string | null;
            /** @enum {string} */
            state: "open" | "done" | "declined";
            /** Format: uuid */
            student_id: string;
        };
        ExportedDeparture: {
            /** Format: uuid */
            school_id: string;
            source: string;
            source_id: string;
            /** Format: uuid */
            student_id: string;
        };
        ExportedDocument: {
            /** Format: date-time */
            created_at: string;
            /** @description Rich text. */
            description: string | null;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organization_id: string | null;
            /** Format: uuid */
            school_id: string;
            title: string;
            /** Format: date-time */
            updated_at: string;
        };
        ExportedEventRsvp: {
            /** @enum {string} */
            answer: "yes" | "no" | "maybe";
            /** Format: date-time */
            answered_at: string;
            comment: string | null;
            /** Format: date */
            date: string;
            /**
             * Format: date-time
             * @description When its place was given back.
             */
            ended_at: string | null;
            /** @description The id of CalendarEvent. */
            event_id: string;
            /** Format: uuid */
            school_id: string;
            /** Format: uuid */
            student_id: string | null;
            /** @description Of the event. */
            title: string;
        };
        ExportedFormerMembership: {
            /** Format: date-time */
            left_at: string;
            /** @enum {string} */
            profile_visibility: "full" | "name_only";
            /** @description Which the person may not edit any more. */
            revoked_organization_ids: string[];
            /** Format: uuid */
            school_id: string;
            /**
             * Format: date-time
             * @description When the person ended the mails of the school.
             */
            unsubscribed_at: string | null;
        };
        ExportedGuardianRecord: {
            /** Format: date-time */
            created_at: string;
            email: string | null;
            first_name: string;
            /** @description True where the school's default hides it, and the person has not chosen. */
            hidden_by_default: boolean;
            /** Format: uuid */
            id: string;
            is_primary: boolean;
            last_name: string;
            /**
             * Format: date-time
             * @description Since when no notice is mailed to the address while it has no account; null while they are.
             */
            mails_ended_at: string | null;
            phone: string | null;
            /** @enum {string} */
            profile_visibility: "full" | "name_only";
            /** @enum {string} */
            relation: "mother" | "father" | "parent" | "stepparent" | "grandparent" | "guardian" | "relative" | "other";
            /**
             * Format: date-time
             * @description Since when the school keeps the person and this student apart; null where it does not.
             */
            restricted_at: string | null;
            /**
             * Format: date
             * @description The last day of that at the school; null without an end.
             */
            restricted_until: string | null;
            /** Format: uuid */
            school_id: string;
            /** @description Where the record came from: `registration`, `content`, or the name of a OneRoster source. */
            source: string;
            /** Format: uuid */
            student_id: string;
        };
        ExportedInvitation: {
            /** Format: date-time */
            consumed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            role: "parent" | "junior_admin" | "senior_admin";
            /** Format: uuid */
            school_id: string;
            students: components["schemas"]["ExportedInvitationStudent"][];
        };
        ExportedInvitationStudent: {
            /** @enum {string} */
            relation: "mother" | "father" | "parent" | "stepparent" | "grandparent" | "guardian" | "relative" | "other";
            /** Format: uuid */
            student_id: string;
        };
        ExportedList: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            guardians: components["schemas"]["ExportedListGuardian"][];
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            school_id: string;
            students: components["schemas"]["ExportedListStudent"][];
            /** Format: date-time */
            updated_at: string;
        };
        ExportedListGuardian: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            guardian_membership_id: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            linked_student_id: string | null;
        };
        ExportedListStudent: {
            /** Format: date-time */
            added_at: string;
            /** Format: uuid */
            student_id: string;
        };
        ExportedMail: {
            attempts: number;
            /** Format: date-time */
            ended_at: string | null;
            /** @enum {string} */
            state: "waiting" | "sent" | "dead" | "dropped";
        };
        ExportedMailChoice: {
            kinds: components["schemas"]["MailRhythmsOfKinds"];
            /** Format: uuid */
            school_id: string;
            /**
             * Format: date-time
             * @description Null while mail is wanted.
             */
            unsubscribed_at: string | null;
        };
        ExportedMembership: {
            /** Format: date-time */
            deactivated_at: string | null;
            first_name: string | null;
            /** @description True where the school's default hides the contact, and the person has not chosen. */
            hidden_by_default: boolean;
            /** Format: date-time */
            joined_at: string;
            last_name: string | null;
            /** Format: uuid */
            membership_id: string;
            phone: string | null;
            /** @enum {string} */
            profile_visibility: "full" | "name_only";
            /** @enum {string} */
            role: "parent" | "junior_admin" | "senior_admin";
            /** Format: uuid */
            school_id: string;
            school_name: string;
            /** @enum {string} */
            status: "active" | "deactivated";
            /**
             * Format: date-time
             * @description Since when no student of theirs is on the roster.
             */
            students_gone_at: string | null;
        };
        ExportedMenuSubscription: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @description Empty: every meal. */
            meal_types: ("breakfast" | "lunch" | "snack" | "dinner" | "other")[];
            name: string;
            /** Format: uuid */
            school_id: string;
        };
        ExportedNote: {
            body: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            school_id: string;
            /** Format: uuid */
            student_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        ExportedNotice: {
            /** @description Rich text. */
            body: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organization_id: string | null;
            /** Format: uuid */
            school_id: string;
            /** Format: date-time */
            starts_at: string;
            title: string;
            /** Format: date-time */
            updated_at: string;
        };
        ExportedNotification: {
            body: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "notice_created" | "notice_reminder" | "document_created" | "poll_opened" | "poll_closing" | "signup_opened" | "signup_promoted" | "signup_changed" | "signup_reminder" | "slip_opened" | "slip_reminder" | "slip_answered_by_other_guardian" | "event_created" | "event_rsvp_reminder" | "event_changed" | "event_cancelled" | "result_posted" | "grant_expiring" | "confirmation_opened" | "confirmation_reminder" | "correction_settled";
            /** @description Null where none was owed. */
            mail: components["schemas"]["ExportedMail"] | null;
            /** Format: date-time */
            read_at: string | null;
            /** Format: uuid */
            school_id: string;
            target_id: string;
            /** @enum {string} */
            target_type: "notice" | "document" | "poll" | "signup" | "permission_slip" | "event" | "organization" | "student" | "confirmation" | "correction";
            title: string;
        };
        ExportedOrganizationTie: {
            /** @enum {string} */
            as: "parent" | "leader" | "editor";
            /** Format: date-time */
            expires_at: string | null;
            name: string;
            /** Format: uuid */
            organization_id: string;
            /** Format: date-time */
            revoked_at: string | null;
            /** Format: uuid */
            school_id: string;
            /** Format: date-time */
            starts_at: string | null;
            title: string | null;
        };
        ExportedOwnContact: {
            /** @description The same of addresses. */
            address_chosen: boolean;
            /** @description False when the person has hidden addresses: of the students whom they are linked to later, too. */
            address_visible: boolean;
            first_name: string | null;
            last_name: string | null;
            phone: string | null;
            /** @enum {string} */
            profile_visibility: "full" | "name_only";
            /** @description Whether the person has ever chosen how their contact is shown; otherwise the school's default says it. */
            visibility_chosen: boolean;
        };
        ExportedPasskey: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description As the person has called it. */
            name: string;
        };
        ExportedPhoto: {
            /** @description Only photos of organizations have one. */
            caption: string | null;
            /** @enum {string} */
            content_type: "image/jpeg" | "image/png" | "image/webp" | "image/gif";
            height: number;
            key: string;
            /** Format: uuid */
            school_id: string;
            size_bytes: number;
            /** Format: date-time */
            updated_at: string;
            /** @description Pixels. */
            width: number;
        };
        ExportedPollAnswer: {
            choice: string;
            question: string;
        };
        ExportedPollResponse: {
            /** @description In the order of its questions; empty for an anonymous poll. */
            answers: components["schemas"]["ExportedPollAnswer"][];
            /** Format: uuid */
            poll_id: string;
            /** Format: uuid */
            school_id: string;
            /**
             * Format: date-time
             * @description Null for an anonymous poll.
             */
            submitted_at: string | null;
            /** @description Of the poll. */
            title: string;
        };
        ExportedQuietHours: {
            from: string;
            to: string;
        };
        ExportedReading: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            read_at: string;
            /** Format: uuid */
            school_id: string;
            /** @enum {string} */
            type: "document" | "notice";
        };
        ExportedResult: {
            /** Format: date */
            date: string;
            field_size: number | null;
            /** Format: uuid */
            organization_id: string;
            /** @enum {string} */
            outcome: "win" | "loss" | "tie" | "no_result" | "placed";
            place: number | null;
            /** Format: uuid */
            school_id: string;
            score_against: number | null;
            score_for: number | null;
            summary: string | null;
            /** @description Of the event. */
            title: string;
            /** Format: date-time */
            updated_at: string;
        };
        ExportedSession: {
            /** @description The application that opened it. */
            client_name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description When the second step was done.
             */
            two_step_at: string | null;
        };
        ExportedSignupClaim: {
            answers: components["schemas"]["Answer"][];
            comment: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            item_title: string;
            quantity: number;
            /** Format: uuid */
            school_id: string;
            /** Format: uuid */
            signup_id: string;
            signup_title: string;
            /** @enum {string} */
            status: "confirmed" | "waitlisted" | "withdrawn";
            /** Format: uuid */
            student_id: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        ExportedSlipResponse: {
            /** @description Of the account, as it was. */
            account_email: string;
            answers: components["schemas"]["Answer"][];
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            decision: "granted" | "declined";
            /** Format: date-time */
            ended_at: string | null;
            /**
             * Format: uuid
             * @description The same for all revisions.
             */
            id: string;
            ip_address: string | null;
            note: string | null;
            relation: string | null;
            revision: number;
            /** Format: uuid */
            school_id: string;
            /** Format: uuid */
            session_id: string | null;
            /** Format: byte */
            signature_png_base64: string | null;
            /** Format: date-time */
            signed_at: string | null;
            signed_by_name: string | null;
            /** Format: uuid */
            slip_id: string;
            slip_title: string;
            /** @enum {string} */
            state: "current" | "superseded" | "withdrawn";
            /** @description As it was shown. */
            statement: string;
            statement_sha256: string;
            statement_version: number;
            student_ids: string[];
            user_agent: string | null;
        };
        ExportedStaffRecord: {
            /**
             * Format: date-time
             * @description Since when it is not shown any more.
             */
            archived_at: string | null;
            department: string | null;
            email: string | null;
            first_name: string;
            /** Format: uuid */
            id: string;
            last_name: string;
            phone: string | null;
            room: string | null;
            /** Format: uuid */
            school_id: string;
            /** @description Where the record came from: `content`, or the name of a OneRoster source. */
            source: string;
            title: string | null;
        };
        ExportedStar: {
            /** Format: uuid */
            school_id: string;
            /** Format: uuid */
            student_id: string;
        };
        ExportedSubscription: {
            categories: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            organization_id: string | null;
            /** Format: uuid */
            school_id: string;
            tags: string[];
        };
        ExportedVisibilityChange: {
            /** Format: date-time */
            changed_at: string;
            /** Format: uuid */
            school_id: string;
            /** @enum {string} */
            subject: "contact" | "address";
            /**
             * Format: uuid
             * @description The guardian record, or the student.
             */
            subject_id: string;
            /** @description What it became. */
            visible: boolean;
        };
        ExportedWithdrawal: {
            /** Format: uuid */
            school_id: string;
            source: string;
            source_id: string;
            /** Format: uuid */
            student_id: string;
        };
        FieldError: {
            message: string;
            /** @description Dotted path of the field in the body or query. */
            path: string;
        };
        GivenRsvp: {
            /** @enum {string} */
            answer: "yes" | "no" | "maybe";
            /** Format: date-time */
            answered_at: string;
            /** @description The guardian or manager whose answer it is; "A former member" for someone who is none any more. */
            answered_by: string;
            comment: string | null;
            /** Format: uuid */
            membership_id: string | null;
            /** @description "A former member" for someone who is no active member any more. */
            name: string;
            /** Format: uuid */
            student_id: string | null;
        };
        Glance: {
            /**
             * Format: uri
             * @description Where a person sees the item: in the app (APP_URL), else a page of the service that says what opens it.
             */
            deep_link: string;
            /** Format: date-time */
            ends_at: string | null;
            /** @description Of the event, or of the sign-up in which a place was claimed. */
            id: string;
            /** @enum {string} */
            kind: "event" | "signup";
            /** @description At most 24 characters. */
            location: string | null;
            /**
             * Format: date-time
             * @description Null when it lasts whole days.
             */
            starts_at: string | null;
            /** @description At most 40 characters. */
            title: string;
        };
        ItemCategory: {
            color: string;
            /** Format: uuid */
            id: string;
            name: string;
        };
        LeaderInput: {
            /**
             * Format: uuid
             * @description The id of the staff member, of the parent's membership, or of the student.
             */
            person_id: string;
            title: string;
            /** @enum {string} */
            type: "staff" | "parent" | "student";
        };
        Leadership: {
            leadership: components["schemas"]["OrganizationLeader"][];
        };
        LeadershipInput: {
            /** @description The whole leadership in order; nobody is named twice. */
            leaders: components["schemas"]["LeaderInput"][];
        };
        ListGuardian: {
            /** @description The linked student's; null without one, when unknown, or when the family hides it. */
            address: components["schemas"]["PostalAddress"] | null;
            /** Format: date-time */
            created_at: string;
            /** @description Null when there is none, or when the parent shows the name only. */
            email: string | null;
            first_name: string;
            /** Format: uuid */
            guardian_membership_id: string;
            /**
             * Format: uuid
             * @description Of the entry.
             */
            id: string;
            last_name: string;
            /**
             * Format: uuid
             * @description Null as well while the student is not on the roster or no longer linked to the parent.
             */
            linked_student_id: string | null;
            /** Format: uuid */
            list_id: string;
            /** @description First and last name. */
            name: string;
            /** @description Null when there is none, or when the parent shows the name only. */
            phone: string | null;
        };
        ListGuardianInput: {
            /**
             * Format: uuid
             * @description A parent of the list's school.
             */
            guardian_membership_id: string;
            /**
             * Format: uuid
             * @description A student of that parent, whose address stands for the parent's.
             */
            linked_student_id?: string | null;
        };
        ListStudentInput: {
            /** Format: uuid */
            student_id: string;
        };
        MailHealth: {
            /** @description By name. */
            people: components["schemas"]["UnreachedPerson"][];
        };
        MailOfSchool: {
            kinds: components["schemas"]["MailRhythmsOfKinds"];
            /** @description No mail of this school comes at all, whatever `kinds` says: the address at the foot of each mail switches this, too. */
            paused: boolean;
            /** Format: uuid */
            school_id: string;
        };
        MailOfSchoolInput: {
            kinds?: components["schemas"]["MailRhythmsInput"];
            paused?: boolean;
            /** Format: uuid */
            school_id: string;
        };
        MailRhythmsInput: {
            /** @enum {string} */
            documents?: "instant" | "daily" | "never";
            /** @enum {string} */
            events?: "instant" | "daily" | "never";
            /** @enum {string} */
            notices?: "instant" | "daily" | "never";
            /** @enum {string} */
            own_answers?: "instant" | "daily" | "never";
            /** @enum {string} */
            permission_slips?: "instant" | "daily" | "never";
            /** @enum {string} */
            polls?: "instant" | "daily" | "never";
            /** @enum {string} */
            signups?: "instant" | "daily" | "never";
        };
        MailRhythmsOfKinds: {
            /** @enum {string} */
            documents: "instant" | "daily" | "never";
            /** @enum {string} */
            events: "instant" | "daily" | "never";
            /** @enum {string} */
            notices: "instant" | "daily" | "never";
            /**
             * @description What has become of something that the person did, such as a place from the waitlist.
             * @enum {string}
             */
            own_answers: "instant" | "daily" | "never";
            /** @enum {string} */
            permission_slips: "instant" | "daily" | "never";
            /** @enum {string} */
            polls: "instant" | "daily" | "never";
            /** @enum {string} */
            signups: "instant" | "daily" | "never";
        };
        ManagedClaim: {
            /** @description In the order of the questions; those without an answer are not among them. */
            answers: components["schemas"]["Answer"][];
            comment: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description As far as this manager sees contacts of the directory. */
            email: string | null;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            item_id: string;
            /** Format: uuid */
            membership_id: string;
            name: string;
            phone: string | null;
            quantity: number;
            /** Format: uuid */
            signup_id: string;
            /** @enum {string} */
            status: "confirmed" | "waitlisted";
            /** Format: uuid */
            student_id: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @description From 1; null for a confirmed claim. */
            waitlist_position: number | null;
        };
        ManagedClaimInput: {
            /**
             * @description Join the waitlist when the item is full and has one.
             * @default false
             */
            accept_waitlist?: boolean;
            /** @description To the questions of the sign-up, all of them at once. */
            answers?: components["schemas"]["AnswerInput"][] | null;
            /** @description Shown to managers and the author alone. */
            comment?: string | null;
            /** Format: uuid */
            item_id: string;
            /**
             * Format: uuid
             * @description The member whose claim it is.
             */
            membership_id: string;
            /** @default 1 */
            quantity?: number;
            /**
             * Format: uuid
             * @description The student whom it is for: one that is linked to the caller.
             */
            student_id?: string | null;
        };
        ManagedPoll: {
            already_responded: boolean;
            anonymous: boolean;
            audience: components["schemas"]["Audience"];
            /** @description Members whom it is addressed to now. */
            audience_count: number;
            closed: boolean;
            /**
             * Format: date-time
             * @description Closed from this moment on; null for a poll that stays open.
             */
            closes_at: string | null;
            /** Format: date-time */
            deleted_at: string | null;
            /** @description Rich text. */
            description: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Null for a draft.
             */
            opens_at: string | null;
            /** Format: uuid */
            organization_id: string | null;
            /** @description Members whom it is addressed to, and who have not answered. */
            outstanding_count: number;
            question_count: number;
            questions: components["schemas"]["CountedPollQuestion"][];
            /**
             * Format: date-time
             * @description Null until then, and always of an anonymous poll.
             */
            responded_at: string | null;
            /** @description Who has answered, by name. Null of an anonymous poll, and in the list of polls. */
            respondents: components["schemas"]["PollRespondent"][] | null;
            response_count: number;
            /** @enum {string} */
            results_visibility: "always" | "after_response" | "after_close" | "never";
            /** Format: uuid */
            school_id: string;
            /** @enum {string} */
            state: "draft" | "upcoming" | "open" | "closed" | "deleted";
            title: string;
        };
        ManagedPolls: {
            /** @description Those that were made last come first. */
            polls: components["schemas"]["ManagedPoll"][];
        };
        ManagedSignup: {
            audience: components["schemas"]["Audience"];
            /** @description Members whom it is addressed to now. */
            audience_count: number;
            can_manage: boolean;
            /**
             * @description Whom the limit counts for; `student` needs a student with every claim.
             * @enum {string}
             */
            claim_per: "person" | "family" | "student";
            /** @enum {string} */
            claimant_visibility: "names" | "managers_only";
            /** @description In the order of the items; null in the list of sign-ups. */
            claims: components["schemas"]["ManagedClaim"][] | null;
            /** @description From `closes_at` on; one that is full is not closed. */
            closed: boolean;
            /** Format: date-time */
            closes_at: string | null;
            /** Format: date-time */
            deleted_at: string | null;
            /** @description Rich text. */
            description: string | null;
            /** @description The event that it is for, as the calendar names it. */
            event_id: string | null;
            /** @description Places with someone, of all items. */
            filled: number;
            /** @description Anyone's. */
            has_claims: boolean;
            /** Format: uuid */
            id: string;
            items: components["schemas"]["SignupItem"][];
            location: string | null;
            /** @description The caller's own. */
            my_claim_count: number;
            /** @description Places without anyone, of all items; null when one of them is unlimited. */
            needed: number | null;
            /**
             * Format: date-time
             * @description Null for a draft.
             */
            opens_at: string | null;
            /** Format: uuid */
            organization_id: string | null;
            organization_name: string | null;
            /** @description Places, confirmed and waitlisted, over the whole sign-up; null: no limit. */
            per_person_limit: number | null;
            questions: components["schemas"]["Question"][];
            /** Format: uuid */
            school_id: string;
            /** @enum {string} */
            state: "draft" | "upcoming" | "open" | "closed" | "deleted";
            title: string;
            /** Format: date-time */
            visible_until: string | null;
            /**
             * Format: date-time
             * @description Claims can be withdrawn until then; null: until it closes.
             */
            withdraw_until: string | null;
        };
        ManagedSignups: {
            /** @description Those that were made last come first. */
            signups: components["schemas"]["ManagedSignup"][];
        };
        ManagedSlip: {
            /**
             * @description For whom one answer is given.
             * @enum {string}
             */
            answer_per: "student" | "family";
            attachments: components["schemas"]["DocumentAttachment"][];
            audience: components["schemas"]["Audience"];
            /** @description Members whom it is addressed to now. */
            audience_count: number;
            /** @description Rich text. */
            body: string;
            can_manage: boolean;
            /** @description From closes_at on nothing is answered, changed or withdrawn. */
            closed: boolean;
            /** Format: date-time */
            closes_at: string | null;
            /** Format: date-time */
            deleted_at: string | null;
            /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
            event_id: string | null;
            /** Format: uuid */
            id: string;
            /** @description The caller's own and those of the other guardians of their students, newest first. */
            my_responses: components["schemas"]["SlipResponse"][];
            /** @description The caller's own, for whom the slip asks. */
            my_students: components["schemas"]["SlipStudent"][];
            /**
             * Format: date-time
             * @description Null for a draft.
             */
            opens_at: string | null;
            /** Format: uuid */
            organization_id: string | null;
            organization_name: string | null;
            /**
             * @description How many of my_students are needed or withdrawn; 0 where none would be taken: it is closed, not
             *     in sight, or not addressed to the caller.
             */
            outstanding: number;
            questions: components["schemas"]["SlipQuestion"][];
            /** Format: uuid */
            school_id: string;
            second_guardian_required: boolean;
            signature_required: boolean;
            /** @enum {string} */
            state: "draft" | "upcoming" | "open" | "closed" | "deleted";
            /** @description Plain text: what is signed. */
            statement: string;
            /** @description Of the statement and the body; a signature names the one that was read. */
            statement_version: number;
            summary: string | null;
            title: string;
            totals: components["schemas"]["SlipTotals"];
            /** Format: date-time */
            visible_until: string | null;
        };
        ManagedSlipDetail: {
            /**
             * @description For whom one answer is given.
             * @enum {string}
             */
            answer_per: "student" | "family";
            attachments: components["schemas"]["DocumentAttachment"][];
            audience: components["schemas"]["Audience"];
            /** @description Members whom it is addressed to now. */
            audience_count: number;
            /** @description Rich text. */
            body: string;
            can_manage: boolean;
            /** @description From closes_at on nothing is answered, changed or withdrawn. */
            closed: boolean;
            /** Format: date-time */
            closes_at: string | null;
            /** Format: date-time */
            deleted_at: string | null;
            /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
            event_id: string | null;
            /** Format: uuid */
            id: string;
            /** @description The caller's own and those of the other guardians of their students, newest first. */
            my_responses: components["schemas"]["SlipResponse"][];
            /** @description The caller's own, for whom the slip asks. */
            my_students: components["schemas"]["SlipStudent"][];
            /**
             * Format: date-time
             * @description Null for a draft.
             */
            opens_at: string | null;
            /** Format: uuid */
            organization_id: string | null;
            organization_name: string | null;
            /**
             * @description How many of my_students are needed or withdrawn; 0 where none would be taken: it is closed, not
             *     in sight, or not addressed to the caller.
             */
            outstanding: number;
            questions: components["schemas"]["SlipQuestion"][];
            /** Format: uuid */
            school_id: string;
            second_guardian_required: boolean;
            signature_required: boolean;
            /** @enum {string} */
            state: "draft" | "upcoming" | "open" | "closed" | "deleted";
            /** @description Plain text: what is signed. */
            statement: string;
            /** @description Of the statement and the body; a signature names the one that was read. */
            statement_version: number;
            /** @description Whom it is addressed to, and for whom somebody has answered; in the order of the school. */
            students: components["schemas"]["SlipStudentState"][];
            summary: string | null;
            title: string;
            totals: components["schemas"]["SlipTotals"];
            /** @description Characters in its texts that no installed font has, as `U+1F9FF 🧿`: its PDFs print empty boxes for them. At most 20; empty where all are printed. */
            unprintable: string[];
            /** Format: date-time */
            visible_until: string | null;
        };
        ManagedSlipResponse: {
            /** @description Without those to private questions, unless the caller gave them or manages the slip. */
            answers: components["schemas"]["Answer"][];
            /** @description Whether the caller may change it now. They may withdraw their own until the slip closes. */
            can_edit: boolean;
            /**
             * Format: date-time
             * @description Of this revision.
             */
            created_at: string;
            /** @enum {string} */
            decision: "granted" | "declined";
            /**
             * Format: uuid
             * @description The same for all revisions.
             */
            id: string;
            note: string | null;
            /** @description Null for an answer that its signer has given. */
            paper: components["schemas"]["PaperRecord"] | null;
            relation: string | null;
            /** @description Counts all answers for the student: another guardian's are among them. */
            revision: number;
            /**
             * Format: date-time
             * @description Null where nothing was signed.
             */
            signed_at: string | null;
            /**
             * Format: uuid
             * @description Null once they have left the school.
             */
            signed_by_membership_id: string | null;
            /** @description As typed; the name of the account where nothing was signed. */
            signed_by_name: string | null;
            /** Format: uuid */
            slip_id: string;
            /** @enum {string} */
            state: "current" | "superseded" | "withdrawn";
            /** @description Of statement, body and questions as they were shown, in hex. */
            statement_sha256: string;
            statement_version: number;
            /**
             * Format: uuid
             * @description Null where it stands for a family.
             */
            student_id: string | null;
            /** @description Of all students for whom it stands, or stood until it ended; to another guardian, of their own. */
            student_name: string | null;
        };
        ManagedSlips: {
            /** @description Those that were made last come first. */
            permission_slips: components["schemas"]["ManagedSlip"][];
        };
        MapMarker: {
            first_name: string;
            graduation_year: number | null;
            /** @description One of the caller's linked students. */
            is_own: boolean;
            last_name: string;
            /** @description Degrees, WGS 84. */
            latitude: number;
            longitude: number;
            /** @description First and last name. */
            name: string;
            starred: boolean;
            /** Format: uuid */
            student_id: string;
        };
        MapMarkers: {
            /** @description By last name, then first name; brothers and sisters have a marker each. */
            markers: components["schemas"]["MapMarker"][];
        };
        Membership: {
            /** @description Null without linked students, or when they differ; a restricted one does not count. */
            address_visible: boolean | null;
            /** @description Live ones, by the name of the organization. */
            editor_grants: components["schemas"]["MembershipEditorGrant"][];
            is_admin: boolean;
            /** Format: date-time */
            joined_at: string;
            /** Format: uuid */
            membership_id: string;
            /** @enum {string} */
            profile_visibility: "full" | "name_only";
            /** @enum {string} */
            role: "parent" | "junior_admin" | "senior_admin";
            /** Format: uuid */
            school_id: string;
            school_name: string;
            school_short_name: string;
            /**
             * @description A deactivated membership counts as none everywhere else.
             * @enum {string}
             */
            status: "active" | "deactivated";
            /** @description The caller's linked students in this school, and those from whom the school keeps them apart. */
            students: components["schemas"]["MembershipStudent"][];
            /** @description IANA name. */
            time_zone: string;
        };
        MembershipEditorGrant: {
            /** Format: date-time */
            expires_at: string | null;
            /** Format: uuid */
            organization_id: string;
            organization_name: string;
        };
        MembershipStudent: {
            first_name: string;
            graduation_year: number | null;
            /** @description The school keeps another guardian and this student apart; it does not say who. */
            has_restricted_guardian: boolean;
            /** Format: uuid */
            id: string;
            last_name: string;
            /** @description The school keeps the caller and this student apart: the student's name and year are all that the caller gets of them. */
            restricted: boolean;
        };
        MenuChanges: {
            allergens?: string[] | null;
            /** Format: date */
            date?: string;
            dietary_tags?: string[] | null;
            items?: string;
            /** @enum {string} */
            meal_type?: "breakfast" | "lunch" | "snack" | "dinner" | "other";
        };
        MenuEntry: {
            allergens: string[];
            /** Format: date */
            date: string;
            dietary_tags: string[];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            image_generated_at: string | null;
            /**
             * Format: uri
             * @description Works without a token, and stays the same until another picture takes its place.
             */
            image_url: string | null;
            /** @description As the school wrote it. */
            items: string;
            /** @enum {string} */
            meal_type: "breakfast" | "lunch" | "snack" | "dinner" | "other";
        };
        MenuImage: {
            /** Format: date-time */
            image_generated_at: string | null;
            /**
             * Format: uri
             * @description Works without a token, and stays the same until another picture takes its place.
             */
            image_url: string;
        };
        MenuInput: {
            /** @description None unless given. */
            allergens?: string[] | null;
            /** Format: date */
            date: string;
            /** @description None unless given. */
            dietary_tags?: string[] | null;
            /** @description What is served, one dish a line or separated by commas. */
            items: string;
            /** @enum {string} */
            meal_type: "breakfast" | "lunch" | "snack" | "dinner" | "other";
        };
        Menus: {
            /** @description By date, then breakfast, lunch, snack, dinner, other. */
            menus: components["schemas"]["MenuEntry"][];
        };
        MenusInput: {
            allergens?: string[] | null;
            /** Format: date */
            date?: string;
            dietary_tags?: string[] | null;
            items?: string;
            /** @enum {string} */
            meal_type?: "breakfast" | "lunch" | "snack" | "dinner" | "other";
            /** @description Each date and meal once. */
            menus?: components["schemas"]["MenuInput"][];
        };
        MenuSubscription: {
            /** Format: date-time */
            created_at: string;
            /**
             * Format: uri
             * @description What a calendar app polls.
             */
            feed_url: string;
            /**
             * Format: uri
             * @description Adds the feed to Google Calendar.
             */
            google_url: string;
            /** Format: uuid */
            id: string;
            /** @description Empty: every meal. */
            meal_types: ("breakfast" | "lunch" | "snack" | "dinner" | "other")[];
            name: string;
            /** @description Whoever has it reads the feed: a secret of its owner. */
            token: string;
            /**
             * Format: uri
             * @description Opens the calendar app of a device.
             */
            webcal_url: string;
        };
        MenuSubscriptionInput: {
            /** @description None chosen: every meal. */
            meal_types?: ("breakfast" | "lunch" | "snack" | "dinner" | "other")[] | null;
            /** @description That of the school and "Menus" unless given. */
            name?: string | null;
        };
        MenuSubscriptions: {
            /** @description The caller's own, oldest first. */
            subscriptions: components["schemas"]["MenuSubscription"][];
        };
        MeResponse: {
            /** @description True when there are memberships and every one is deactivated. */
            is_fully_deactivated: boolean;
            /** @description One a school, by school name. */
            memberships: components["schemas"]["Membership"][];
            user: components["schemas"]["MeUser"];
        };
        MessageRecipient: {
            /**
             * Format: uuid
             * @description The guardian as the school has them on file; of a parent who is on no student's file, their membership.
             */
            guardian_id: string;
            /**
             * Format: uuid
             * @description Null until the guardian has registered.
             */
            guardian_membership_id: string | null;
            name: string;
            /** @description E.164 where it can be written so, else as entered; null when hidden or when there is none. */
            phone: string | null;
            /** @description The recipient shows the name only; holds for admins too. */
            phone_hidden: boolean;
            /**
             * @description To the student named here.
             * @enum {string|null}
             */
            relation: "mother" | "father" | "parent" | "stepparent" | "grandparent" | "guardian" | "relative" | "other" | null;
            /**
             * Format: uuid
             * @description The first by name of the students whom they are a recipient for.
             */
            student_id: string | null;
            student_name: string | null;
        };
        MeUser: {
            email: string;
            first_name: string | null;
            /** Format: uuid */
            id: string;
            last_name: string | null;
            two_step_enabled: boolean;
        };
        MyClaim: {
            /** @description In the order of the questions; those without an answer are not among them. */
            answers: components["schemas"]["Answer"][];
            comment: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            ends_at: string | null;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            item_id: string;
            item_title: string;
            /** @description Of the sign-up. */
            location: string | null;
            quantity: number;
            /** Format: uuid */
            school_id: string;
            /** Format: uuid */
            signup_id: string;
            signup_title: string;
            /**
             * Format: date-time
             * @description Of the item.
             */
            starts_at: string | null;
            /** @enum {string} */
            status: "confirmed" | "waitlisted";
            /** Format: uuid */
            student_id: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @description From 1; null for a confirmed claim. */
            waitlist_position: number | null;
        };
        MyClaims: {
            /** @description By `starts_at`, those without one last, then by the time they were made. */
            claims: components["schemas"]["MyClaim"][];
        };
        MyConfirmation: {
            /** @description Null without linked students, and when they differ. */
            address_visible: boolean | null;
            contact: components["schemas"]["MyContact"];
            /** @enum {string} */
            profile_visibility: "full" | "name_only";
            /** @description The open round, where it asks the caller; null otherwise. */
            round: components["schemas"]["MyConfirmationRound"] | null;
            /** @description The caller's own students on the roster, by last name, then first name. */
            students: components["schemas"]["ConfirmationStudent"][];
        };
        MyConfirmationRound: {
            /**
             * Format: date-time
             * @description When the caller has confirmed; null while they have not.
             */
            confirmed_at: string | null;
            /**
             * Format: date
             * @description The last day that families are given, at the school. They may confirm until the school closes the round.
             */
            due_on: string | null;
            /** Format: uuid */
            id: string;
            /** @description Plain text. */
            message: string | null;
            /** Format: date-time */
            opened_at: string;
        };
        MyContact: {
            first_name: string;
            last_name: string;
            phone: string;
        };
        MyContactInput: {
            first_name: string;
            /** @description `""` where the person has one name. */
            last_name: string;
            /** @description `""` clears it. */
            phone: string;
        };
        MyDisclosures: {
            /** @description Of the last year, newest first. */
            disclosures: components["schemas"]["Disclosure"][];
        };
        MyMail: {
            /** @description Null where mail comes at any time. */
            quiet: components["schemas"]["QuietHours"] | null;
            /** @description Where the caller is an active member, by name of the school. */
            schools: components["schemas"]["MailOfSchool"][];
        };
        MyMailInput: {
            /** @description Null: mail comes at any time. */
            quiet?: components["schemas"]["QuietHours"] | null;
            /** @description A school that is left out stays as it is. */
            schools?: components["schemas"]["MailOfSchoolInput"][];
        };
        MySession: {
            /** @description The application that opened it. */
            client_name: string;
            /** Format: date-time */
            created_at: string;
            /** @description The session of this call. */
            current: boolean;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When tokens of the session were last given out.
             */
            last_used_at: string;
            /** @description Whether the second step was done. */
            two_step: boolean;
        };
        MySessions: {
            /** @description The caller's live sessions, last used first. */
            sessions: components["schemas"]["MySession"][];
        };
        NearbyFamilies: {
            /** @description Nearest first, at most 20. */
            families: components["schemas"]["NearbyFamily"][];
        };
        NearbyFamily: {
            /** @description Kilometres along the great circle. */
            distance_km: number;
            /** @description Primary first, then by last and first name. */
            guardians: components["schemas"]["RosterGuardianContact"][];
            /** @description First and last name of the student. */
            name: string;
            /** Format: uuid */
            student_id: string;
        };
        NewAppPassword: {
            /**
             * Format: uri
             * @description What the program asks for as server. The user name may be anything, best the person's email.
             */
            address: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description It is shown here and nowhere else. */
            password: string;
        };
        NewWebhook: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /**
             * Format: date-time
             * @description When deliveries began to fail; null while they succeed.
             */
            failing_since: string | null;
            /** Format: uuid */
            id: string;
            kinds: ("notice.created" | "notice.updated" | "notice.deleted" | "document.created" | "document.updated" | "document.deleted" | "poll.opened" | "poll.closed" | "poll.answered" | "signup.opened" | "signup.claimed" | "signup.promoted" | "signup.withdrawn" | "permission_slip.opened" | "permission_slip.answered" | "permission_slip.withdrawn" | "event.created" | "event.changed" | "event.cancelled" | "menu.changed" | "organization.changed" | "roster.changed" | "member.joined" | "member.left" | "member.deactivated" | "test")[];
            /** @description By a senior admin, or by the service after three days of failures. */
            paused: boolean;
            /** @description Signs the deliveries (`whsec_` and base64). It is shown here and nowhere else. */
            secret: string;
            /** Format: date-time */
            updated_at: string;
            url: string;
        };
        Note: {
            body: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            student_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        NoteAnswer: {
            /** @description Null when there is no note. */
            note: components["schemas"]["Note"] | null;
        };
        NoteInput: {
            /** @description Empty or blank deletes the note. */
            body: string;
        };
        Notice: {
            /** @description Whether it asks to be acknowledged. */
            acknowledge_required: boolean;
            /**
             * Format: date-time
             * @description When the caller acknowledged its present title and body; null while they have not.
             */
            acknowledged_at: string | null;
            attachments: components["schemas"]["DocumentAttachment"][];
            /** @description Rich text. */
            body: string;
            category: components["schemas"]["ItemCategory"] | null;
            /** Format: date-time */
            created_at: string;
            /** @description Null for what an import brought, and for someone who is no active member any more. */
            created_by_name: string | null;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organization_id: string | null;
            organization_name: string | null;
            pinned: boolean;
            /** @description By the caller: they have asked for it by its id. */
            read: boolean;
            /** @description Whether answers to its mail go to its author. */
            reply_to_author: boolean;
            /** Format: date-time */
            starts_at: string;
            title: string;
            /** Format: date-time */
            updated_at: string;
            urgent: boolean;
        };
        NoticeAcknowledgements: {
            /** @description Those who have acknowledged the present title and body. */
            acknowledged: number;
            outstanding: number;
            /** @description Whom the notice is addressed to now, without its author, by name. */
            people: components["schemas"]["NoticeAcknowledger"][];
        };
        NoticeAcknowledger: {
            /**
             * Format: date-time
             * @description When they acknowledged the present title and body; null while they have not.
             */
            acknowledged_at: string | null;
            /** Format: uuid */
            membership_id: string;
            name: string;
            /**
             * @description The text that they acknowledged last, as SHA-256 of title and body in hex: an earlier one where `acknowledged_at` is null. Null for
             *     none.
             */
            version: string | null;
        };
        NoticeChanges: {
            /**
             * @description Whether everybody whom it is addressed to is asked to acknowledge it. Another title or body asks again.
             * @default false
             */
            acknowledge?: boolean | null;
            /** @description As their uploads returned them, or as the notice shows them: all of them, in this order. */
            attachments?: components["schemas"]["AttachmentInput"][] | null;
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /** @description Rich text that shows something. */
            body?: string;
            /**
             * Format: uuid
             * @description One of the school's categories.
             */
            category_id?: string | null;
            /**
             * Format: date-time
             * @description In the past, it ends the notice at once.
             */
            expires_at?: string;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            /**
             * @description Before all that are not.
             * @default false
             */
            pinned?: boolean | null;
            /**
             * @description `guardians`: guardians on file who have no account yet get the mail, too, with their invitation, as a guardian of their child
             *     sees the notice. Only an admin says so. Null, or left out of a new one: `members`.
             * @default members
             * @enum {string|null}
             */
            reach?: "members" | "guardians" | null;
            /**
             * @description Answers to its mail go to the author's address, which the mail shows. Of an organization's notice alone, and only its author says so.
             * @default false
             */
            reply_to_author?: boolean | null;
            /**
             * Format: date-time
             * @description From when on it is shown; it alerts its audience then. Null, or left out of a new one: now.
             */
            starts_at?: string | null;
            title?: string;
            /**
             * @description Its mail comes at once, whatever hours the reader keeps quiet. Only an admin says so.
             * @default false
             */
            urgent?: boolean | null;
        };
        NoticeDeliveries: {
            counts: components["schemas"]["NoticeDeliveryCounts"];
            /** @description Whom the notice is addressed to now, without its author, by name. */
            people: components["schemas"]["NoticeDelivery"][];
        };
        NoticeDelivery: {
            /**
             * Format: uuid
             * @description Null for a guardian who is not registered.
             */
            membership_id: string | null;
            name: string;
            /**
             * @description `read`: opened. `mailed`: the mail was taken by their server. `waiting`: nothing was sent yet. `bounced`: their server has
             *     refused it. `no_address`: no confirmed address, or mails are turned off. `not_registered`: a guardian on file without an
             *     account, whom no mail went to; where the notice reaches guardians, the states before say how far theirs has come.
             * @enum {string}
             */
            state: "read" | "mailed" | "waiting" | "bounced" | "no_address" | "not_registered";
        };
        NoticeDeliveryCounts: {
            bounced: number;
            mailed: number;
            no_address: number;
            not_registered: number;
            read: number;
            waiting: number;
        };
        NoticeInput: {
            /**
             * @description Whether everybody whom it is addressed to is asked to acknowledge it. Another title or body asks again.
             * @default false
             */
            acknowledge?: boolean | null;
            /** @description As their uploads returned them, or as the notice shows them: all of them, in this order. */
            attachments?: components["schemas"]["AttachmentInput"][] | null;
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /** @description Rich text that shows something. */
            body: string;
            /**
             * Format: uuid
             * @description One of the school's categories.
             */
            category_id?: string | null;
            /**
             * Format: date-time
             * @description From when on it is gone: later than now, and later than `starts_at`.
             */
            expires_at: string;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            /**
             * @description Before all that are not.
             * @default false
             */
            pinned?: boolean | null;
            /**
             * @description `guardians`: guardians on file who have no account yet get the mail, too, with their invitation, as a guardian of their child
             *     sees the notice. Only an admin says so. Null, or left out of a new one: `members`.
             * @default members
             * @enum {string|null}
             */
            reach?: "members" | "guardians" | null;
            /**
             * @description Answers to its mail go to the author's address, which the mail shows. Of an organization's notice alone, and only its author says so.
             * @default false
             */
            reply_to_author?: boolean | null;
            /**
             * Format: date-time
             * @description From when on it is shown; it alerts its audience then. Null, or left out of a new one: now.
             */
            starts_at?: string | null;
            title: string;
            /**
             * @description Its mail comes at once, whatever hours the reader keeps quiet. Only an admin says so.
             * @default false
             */
            urgent?: boolean | null;
        };
        Notices: {
            /** @description Pinned ones first, then the one that started last. */
            notices: components["schemas"]["Notice"][];
        };
        Notification: {
            /** @description Plain text. */
            body: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "notice_created" | "notice_reminder" | "document_created" | "poll_opened" | "poll_closing" | "signup_opened" | "signup_promoted" | "signup_changed" | "signup_reminder" | "slip_opened" | "slip_reminder" | "slip_answered_by_other_guardian" | "event_created" | "event_rsvp_reminder" | "event_changed" | "event_cancelled" | "result_posted" | "grant_expiring" | "confirmation_opened" | "confirmation_reminder" | "correction_settled";
            read: boolean;
            /** Format: date-time */
            read_at: string | null;
            /** Format: uuid */
            school_id: string;
            /** @description What it leads to; whether that is still there is told by its link. */
            target: components["schemas"]["NotificationTarget"];
            /** @description Plain text, as it was when the notification was made. */
            title: string;
        };
        NotificationLink: {
            /** @description Path of the operation that reads the target. */
            api_path: string;
            /** @description The caller may read the target now. */
            available: boolean;
            /**
             * Format: uuid
             * @description That the target belongs to; null when there is none, and when the target is not available.
             */
            organization_id: string | null;
            /** Format: uuid */
            school_id: string;
            target_id: string;
            /** @enum {string} */
            target_type: "notice" | "document" | "poll" | "signup" | "permission_slip" | "event" | "organization" | "student" | "confirmation" | "correction";
            /**
             * @description Null while it is available.
             * @enum {string|null}
             */
            unavailable_reason: "expired" | "closed" | "not_visible" | "feature_off" | "deleted" | null;
            /**
             * Format: uri
             * @description Where a person sees the target: in the app (APP_URL), else a page of the service that says what opens it.
             */
            web_url: string;
        };
        Notifications: {
            /** @description Newest first, of the last 180 days. */
            notifications: components["schemas"]["Notification"][];
            /** @description All that are unread in this school, whatever the filter. */
            unread_count: number;
        };
        NotificationTarget: {
            /** @description As in the operations of its kind; an occurrence of an event has no uuid. */
            id: string;
            /** @enum {string} */
            type: "notice" | "document" | "poll" | "signup" | "permission_slip" | "event" | "organization" | "student" | "confirmation" | "correction";
        };
        Organization: {
            /** @description Archived organizations are there for admins only. */
            archived: boolean;
            /** @description The caller is an admin, or holds a live grant. */
            can_edit: boolean;
            category: string | null;
            /** @description There are photos of it. */
            has_photo: boolean;
            /** Format: uuid */
            id: string;
            /**
             * @description The caller is on the roster as a parent, leads it, edits it, or has a linked student on the roster. Of an archived
             *     one nobody is.
             */
            is_member: boolean;
            /** @enum {string} */
            kind: "team" | "club" | "class";
            name: string;
            /** Format: uuid */
            school_id: string;
            season: string | null;
            /** @description Unique in the school: lower-case letters, digits and hyphens. */
            short_name: string;
            /** @description On the roster; an archived student is not counted. */
            student_count: number;
        };
        OrganizationCandidate: {
            first_name: string;
            last_name: string;
            /** Format: uuid */
            membership_id: string;
            /** @description First and last name. */
            name: string;
            /** @description By last name, then first name. */
            students: components["schemas"]["CandidateStudent"][];
        };
        OrganizationChanges: {
            /** @description Archived, it is there for admins alone, and nobody edits it; false takes that back. */
            archived?: boolean;
            /** @description Rich text. */
            description?: string | null;
            /** @description Plain text. */
            meeting_info?: string | null;
            /** @description It may not be cleared. */
            name?: string;
            /** @description Such as "Fall 2026". */
            season?: string | null;
            /**
             * Format: uri
             * @description An http or https address.
             */
            website?: string | null;
        };
        OrganizationCounts: {
            documents: number;
            notices: number;
            photos: number;
            polls: number;
            signups: number;
        };
        OrganizationDetail: {
            /** @description Archived organizations are there for admins only. */
            archived: boolean;
            /** @description The caller is an admin, or holds a live grant. */
            can_edit: boolean;
            category: string | null;
            counts: components["schemas"]["OrganizationCounts"];
            /** @description Rich text. */
            description: string | null;
            /** @description There are photos of it. */
            has_photo: boolean;
            /** Format: uuid */
            id: string;
            /**
             * @description The caller is on the roster as a parent, leads it, edits it, or has a linked student on the roster. Of an archived
             *     one nobody is.
             */
            is_member: boolean;
            /** @enum {string} */
            kind: "team" | "club" | "class";
            /** @description In the order in which an editor arranged it. */
            leadership: components["schemas"]["OrganizationLeader"][];
            meeting_info: string | null;
            name: string;
            /** @description What comes next, or is under way, and is not called off. Null when nothing is, or while the calendar is off. */
            next_event: components["schemas"]["ScheduleEvent"] | null;
            /** @description Null when there are no results, or while the calendar is off. */
            record: components["schemas"]["OrganizationRecord"] | null;
            /** Format: uuid */
            school_id: string;
            season: string | null;
            /** @description Unique in the school: lower-case letters, digits and hyphens. */
            short_name: string;
            /** @description On the roster; an archived student is not counted. */
            student_count: number;
            website: string | null;
        };
        OrganizationInput: {
            /** @description Rich text. */
            description?: string | null;
            /** @enum {string} */
            kind: "team" | "club" | "class";
            name: string;
            /** @description Such as "Fall 2026". */
            season?: string | null;
            /** @description Unique in the school, archived organizations included. It stays. */
            short_name: string;
        };
        OrganizationLeader: {
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * Format: uuid
             * @description The id of the staff member, of the parent's membership, or of the student.
             */
            person_id: string;
            /** @description Order of display, ascending. */
            position: number;
            title: string;
            /** @enum {string} */
            type: "staff" | "parent" | "student";
        };
        OrganizationParent: {
            /** @description Null when there is none, or when the parent shows the name only. */
            email: string | null;
            /** Format: uuid */
            membership_id: string;
            name: string;
            /** @description Null when there is none, or when the parent shows the name only. */
            phone: string | null;
            title: string | null;
        };
        OrganizationParentInput: {
            /** Format: uuid */
            membership_id: string;
            /** @description Of one who is there already: left out it stays, null or blank clears it. */
            title?: string | null;
        };
        OrganizationPhoto: {
            caption: string | null;
            /** Format: date-time */
            created_at: string;
            height: number;
            /** Format: uuid */
            id: string;
            /** @description "A former member" for someone who is no active member any more. */
            uploaded_by_name: string;
            /** @description Pixels. */
            width: number;
        };
        OrganizationPhotoInput: {
            /** @description Plain text. */
            caption?: string | null;
            /** @description As the upload address came with it. */
            photo_key: string;
        };
        OrganizationPhotos: {
            /** @description Newest first. */
            photos: components["schemas"]["OrganizationPhoto"][];
        };
        OrganizationRecord: {
            losses: number;
            /** @description Sum of every score_against that is given, whatever the outcome. */
            points_against: number;
            /** @description Sum of every score_for that is given, whatever the outcome. */
            points_for: number;
            season: string | null;
            /**
             * @description The latest run of wins (W), losses (L) or ties (T), such as `W3`; other outcomes neither count nor break it. Empty
             *     when there is none.
             */
            streak: string;
            ties: number;
            wins: number;
        };
        OrganizationResults: {
            record: components["schemas"]["OrganizationRecord"];
            /** @description Newest first. */
            results: components["schemas"]["EventResult"][];
        };
        OrganizationRoster: {
            /** @description By last name, then first name. */
            parents: components["schemas"]["OrganizationParent"][];
            /** @description By last name, then first name. */
            students: components["schemas"]["OrganizationStudent"][];
        };
        Organizations: {
            /** @description Teams, clubs, then classes; each by name. */
            organizations: components["schemas"]["Organization"][];
        };
        OrganizationSchedule: {
            /** @description By start_date, all-day first, starts_at, title. */
            events: components["schemas"]["ScheduleEvent"][];
        };
        OrganizationStudent: {
            first_name: string;
            graduation_year: number | null;
            /** @description Primary first, then by last and first name. */
            guardians: components["schemas"]["RosterGuardian"][];
            has_photo: boolean;
            /** Format: uuid */
            id: string;
            jersey: string | null;
            last_name: string;
            /** @description First and last name. */
            name: string;
            /** @description On the field, in the orchestra. */
            position: string | null;
        };
        OrganizationStudentInput: {
            /** @description As `position`. */
            jersey?: string | null;
            /** @description Of one who is there already: left out it stays, null or blank clears it. */
            position?: string | null;
            /** Format: uuid */
            student_id: string;
        };
        Outstanding: {
            /** @description What is due first comes first, and last what stays open. */
            items: components["schemas"]["OutstandingItem"][];
        };
        OutstandingItem: {
            /**
             * Format: uri
             * @description Where a person sees the item: in the app (APP_URL), else a page of the service that says what opens it.
             */
            deep_link: string;
            /**
             * Format: date-time
             * @description When it closes; null for what stays open.
             */
            due_at: string | null;
            /** @description Of an event: the id of CalendarEvent, which is no uuid for an occurrence of a series. */
            id: string;
            /** @enum {string} */
            kind: "permission_slip" | "poll" | "signup" | "notice" | "confirmation" | "event_rsvp";
            /** Format: uuid */
            school_id: string;
            /**
             * Format: uuid
             * @description Of a slip or an event that is answered for each student; null where it is about nobody in particular.
             */
            student_id: string | null;
            title: string;
        };
        OwnRsvp: {
            /**
             * @description Null: nobody has answered.
             * @enum {string|null}
             */
            answer: "yes" | "no" | "maybe" | null;
            /** Format: date-time */
            answered_at: string | null;
            /** @description The name of the guardian or manager whose answer it is; "A former member" for someone who is none any more. */
            answered_by: string | null;
            comment: string | null;
            name: string;
            /**
             * Format: uuid
             * @description Null where each person answers for themselves.
             */
            student_id: string | null;
        };
        PaperRecord: {
            /** @description Who recorded it; null once they have left the school. */
            recorded_by_name: string | null;
            /** @description Null where none was uploaded. */
            scan: components["schemas"]["DocumentAttachment"] | null;
            /**
             * Format: date
             * @description The day that stands on the sheet.
             */
            signed_on: string;
        };
        PaperResponseInput: {
            answers?: components["schemas"]["AnswerInput"][] | null;
            /** @description A scan of the sheet, uploaded for `permission_slip`. */
            attachment_key?: string | null;
            /** @enum {string} */
            decision: "granted" | "declined";
            /** @description To the student, as it stands on the sheet. */
            relation: string;
            /** @description The name on the sheet. */
            signed_by_name: string;
            /**
             * Format: date
             * @description The day that stands on the sheet; at the school, not after today.
             */
            signed_on: string;
            /** Format: uuid */
            student_id: string;
        };
        PermissionSlip: {
            /**
             * @description For whom one answer is given.
             * @enum {string}
             */
            answer_per: "student" | "family";
            /** @description From closes_at on nothing is answered, changed or withdrawn. */
            closed: boolean;
            /** Format: date-time */
            closes_at: string | null;
            /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
            event_id: string | null;
            /** Format: uuid */
            id: string;
            /** @description The caller's own, for whom the slip asks. */
            my_students: components["schemas"]["SlipStudent"][];
            /** Format: date-time */
            opens_at: string;
            /** Format: uuid */
            organization_id: string | null;
            organization_name: string | null;
            /**
             * @description How many of my_students are needed or withdrawn; 0 where none would be taken: it is closed, not
             *     in sight, or not addressed to the caller.
             */
            outstanding: number;
            /** Format: uuid */
            school_id: string;
            summary: string | null;
            title: string;
            /** Format: date-time */
            visible_until: string | null;
        };
        PermissionSlipDetail: {
            /**
             * @description For whom one answer is given.
             * @enum {string}
             */
            answer_per: "student" | "family";
            attachments: components["schemas"]["DocumentAttachment"][];
            /** @description Rich text. */
            body: string;
            can_manage: boolean;
            /** @description From closes_at on nothing is answered, changed or withdrawn. */
            closed: boolean;
            /** Format: date-time */
            closes_at: string | null;
            /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
            event_id: string | null;
            /** Format: uuid */
            id: string;
            /** @description The caller's own and those of the other guardians of their students, newest first. */
            my_responses: components["schemas"]["SlipResponse"][];
            /** @description The caller's own, for whom the slip asks. */
            my_students: components["schemas"]["SlipStudent"][];
            /** Format: date-time */
            opens_at: string;
            /** Format: uuid */
            organization_id: string | null;
            organization_name: string | null;
            /**
             * @description How many of my_students are needed or withdrawn; 0 where none would be taken: it is closed, not
             *     in sight, or not addressed to the caller.
             */
            outstanding: number;
            questions: components["schemas"]["SlipQuestion"][];
            /** Format: uuid */
            school_id: string;
            second_guardian_required: boolean;
            signature_required: boolean;
            /** @description Plain text: what is signed. */
            statement: string;
            /** @description Of the statement and the body; a signature names the one that was read. */
            statement_version: number;
            summary: string | null;
            title: string;
            /** @description Null for whoever does not manage it. */
            totals: components["schemas"]["SlipTotals"] | null;
            /** Format: date-time */
            visible_until: string | null;
        };
        PermissionSlips: {
            /** @description Those with something outstanding first, then by closes_at, those without last, and by title. */
            permission_slips: components["schemas"]["PermissionSlip"][];
        };
        PersonExport: {
            account: components["schemas"]["ExportedAccount"];
            /** @description Notices that the person acknowledged. */
            acknowledgements: components["schemas"]["ExportedAcknowledgement"][];
            /** @description Of address book programs; without the passwords, which are nowhere. */
            app_passwords: components["schemas"]["ExportedAppPassword"][];
            attachments: components["schemas"]["ExportedAttachment"][];
            bounces: components["schemas"]["ExportedBounces"][];
            calendar_subscriptions: components["schemas"]["ExportedSubscription"][];
            confirmations: components["schemas"]["ExportedConfirmation"][];
            contact: components["schemas"]["ExportedOwnContact"];
            /** @description Of students' records, that the person proposed. */
            corrections: components["schemas"]["ExportedCorrection"][];
            departures: components["schemas"]["ExportedDeparture"][];
            /** @description As GET /me/disclosures has them. */
            disclosures: components["schemas"]["Disclosure"][];
            /** @description That the person added. */
            documents: components["schemas"]["ExportedDocument"][];
            /** @description Who comes to events: of the person, and of students as the person has said. */
            event_rsvps: components["schemas"]["ExportedEventRsvp"][];
            /** Format: date-time */
            exported_at: string;
            /** @description Of schools that the person has left. */
            former_memberships: components["schemas"]["ExportedFormerMembership"][];
            guardian_records: components["schemas"]["ExportedGuardianRecord"][];
            /** @description To the person's verified email. */
            invitations: components["schemas"]["ExportedInvitation"][];
            /** @description As the person may see them; of active memberships. */
            linked_students: components["schemas"]["StudentDetail"][];
            lists: components["schemas"]["ExportedList"][];
            mail_choices: components["schemas"]["ExportedMailChoice"][];
            /** @description All of them, deactivated ones too. */
            memberships: components["schemas"]["ExportedMembership"][];
            menu_subscriptions: components["schemas"]["ExportedMenuSubscription"][];
            notes: components["schemas"]["ExportedNote"][];
            /** @description That the person wrote. */
            notices: components["schemas"]["ExportedNotice"][];
            notifications: components["schemas"]["ExportedNotification"][];
            /** @description Of rosters and leaderships that name the person, and rights to edit. */
            organizations: components["schemas"]["ExportedOrganizationTie"][];
            /** @description Every revision, with what was recorded of the request. */
            permission_slip_responses: components["schemas"]["ExportedSlipResponse"][];
            photos: components["schemas"]["ExportedPhoto"][];
            poll_responses: components["schemas"]["ExportedPollResponse"][];
            /** @description One at most. */
            quiet_hours: components["schemas"]["ExportedQuietHours"][];
            /** @description What the person opened of documents and notices. */
            readings: components["schemas"]["ExportedReading"][];
            /** @description Of events, that the person recorded. */
            results: components["schemas"]["ExportedResult"][];
            sessions: components["schemas"]["ExportedSession"][];
            signup_claims: components["schemas"]["ExportedSignupClaim"][];
            /** @description Of the person's verified email. */
            staff_records: components["schemas"]["ExportedStaffRecord"][];
            stars: components["schemas"]["ExportedStar"][];
            visibility_changes: components["schemas"]["ExportedVisibilityChange"][];
            withdrawals: components["schemas"]["ExportedWithdrawal"][];
        };
        PhotoConfirmation: {
            /** @description As the upload address came with it. */
            photo_key: string;
        };
        PhotoDownloadUrl: {
            /** Format: date-time */
            expires_at: string;
            /**
             * Format: uri
             * @description Works without a token until it expires: neither to be kept nor to be shared.
             */
            url: string;
        };
        PhotoUploadHeaders: {
            /** @enum {string} */
            "Content-Type": "image/jpeg" | "image/png" | "image/webp" | "image/gif";
        };
        PhotoUploadRequest: {
            /**
             * @description What the upload address will take. Any other type is 400 with reason `unsupported_type`.
             * @enum {string}
             */
            content_type: "image/jpeg" | "image/png" | "image/webp" | "image/gif";
        };
        PhotoUploadUrl: {
            /** Format: date-time */
            expires_at: string;
            /** @description To be sent with the bytes, exactly so. */
            headers: components["schemas"]["PhotoUploadHeaders"];
            /** @example 5242880 */
            max_bytes: number;
            /** @enum {string} */
            method: "PUT";
            /** @description To be sent to the confirm operation, which makes the upload the photo. */
            photo_key: string;
            /**
             * Format: uri
             * @description Takes the bytes without a token, once or again, until it expires.
             */
            upload_url: string;
        };
        PhotoUrl: {
            /** Format: date-time */
            expires_at: string;
            /**
             * Format: uuid
             * @description Of the student or the membership.
             */
            id: string;
            /**
             * Format: uri
             * @description Works without a token until it expires: neither to be kept nor to be shared.
             */
            url: string;
        };
        PhotoUrls: {
            parents: components["schemas"]["PhotoUrl"][];
            students: components["schemas"]["PhotoUrl"][];
        };
        PhotoUrlsRequest: {
            /** @description Ids of memberships: parents, and staff with a `membership_id`. */
            parents: string[];
            /**
             * @description As in the operations for one.
             * @enum {integer}
             */
            size?: 96 | 320;
            /** @description Ids of students; with the parents at most 200. */
            students: string[];
        };
        Poll: {
            already_responded: boolean;
            anonymous: boolean;
            closed: boolean;
            /**
             * Format: date-time
             * @description Closed from this moment on; null for a poll that stays open.
             */
            closes_at: string | null;
            /** @description Rich text. */
            description: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            opens_at: string;
            /** Format: uuid */
            organization_id: string | null;
            question_count: number;
            /**
             * Format: date-time
             * @description Null until then, and always of an anonymous poll.
             */
            responded_at: string | null;
            /** @enum {string} */
            results_visibility: "always" | "after_response" | "after_close" | "never";
            /** Format: uuid */
            school_id: string;
            title: string;
        };
        PollAnswerInput: {
            /**
             * Format: uuid
             * @description A choice of that question.
             */
            choice_id: string;
            /**
             * Format: uuid
             * @description A question of the poll.
             */
            question_id: string;
        };
        PollChanges: {
            anonymous?: boolean;
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /**
             * Format: date-time
             * @description Closed from this moment on; null for what stays open.
             */
            closes_at?: string | null;
            /** @enum {boolean} */
            deleted?: false;
            /** @description Rich text. */
            description?: string | null;
            /**
             * Format: date-time
             * @description Null, or left out of a new one: a draft, which nobody but its managers sees.
             */
            opens_at?: string | null;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            /** @description All of them, in their order. */
            questions?: components["schemas"]["PollQuestionInput"][];
            /** @enum {string} */
            results_visibility?: "always" | "after_response" | "after_close" | "never";
            /**
             * @description Whether the audience is told when it opens, and of a poll or a slip on its last day.
             * @default true
             */
            send_alert?: boolean | null;
            title?: string;
        };
        PollChoice: {
            /** Format: uuid */
            id: string;
            /** @description From 0. */
            position: number;
            text: string;
        };
        PollChoiceInput: {
            text: string;
        };
        PollChoiceResult: {
            /** Format: uuid */
            choice_id: string;
            count: number;
            /** @description Of the respondents, with one decimal; 0 without any. */
            percent: number;
        };
        PollDetail: {
            already_responded: boolean;
            anonymous: boolean;
            closed: boolean;
            /**
             * Format: date-time
             * @description Closed from this moment on; null for a poll that stays open.
             */
            closes_at: string | null;
            /** @description Rich text. */
            description: string | null;
            /** Format: uuid */
            id: string;
            /** @description Null until the caller has responded, and always of an anonymous poll: nobody knows them any more. */
            my_answers: components["schemas"]["PollAnswerInput"][] | null;
            /** Format: date-time */
            opens_at: string;
            /** Format: uuid */
            organization_id: string | null;
            question_count: number;
            questions: components["schemas"]["PollQuestion"][];
            /**
             * Format: date-time
             * @description Null until then, and always of an anonymous poll.
             */
            responded_at: string | null;
            /**
             * @description Null while `results_visibility` does not allow them, and of an anonymous poll with fewer than 3 respondents.
             *     While such a poll is open they move in steps of 3.
             */
            results: components["schemas"]["PollResults"] | null;
            /** @enum {string} */
            results_visibility: "always" | "after_response" | "after_close" | "never";
            /** Format: uuid */
            school_id: string;
            title: string;
        };
        PollInput: {
            /** @description Nobody may learn who has answered what, its managers included. */
            anonymous: boolean;
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /**
             * Format: date-time
             * @description Closed from this moment on; null for what stays open.
             */
            closes_at?: string | null;
            /** @description Rich text. */
            description?: string | null;
            /**
             * Format: date-time
             * @description Null, or left out of a new one: a draft, which nobody but its managers sees.
             */
            opens_at?: string | null;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            questions: components["schemas"]["PollQuestionInput"][];
            /** @enum {string} */
            results_visibility: "always" | "after_response" | "after_close" | "never";
            /**
             * @description Whether the audience is told when it opens, and of a poll or a slip on its last day.
             * @default true
             */
            send_alert?: boolean | null;
            title: string;
        };
        PollQuestion: {
            choices: components["schemas"]["PollChoice"][];
            /** Format: uuid */
            id: string;
            /** @description From 0. */
            position: number;
            text: string;
        };
        PollQuestionInput: {
            choices: components["schemas"]["PollChoiceInput"][];
            text: string;
        };
        PollQuestionResult: {
            choices: components["schemas"]["PollChoiceResult"][];
            /** Format: uuid */
            question_id: string;
        };
        PollReceipt: {
            /** Format: date-time */
            submitted_at: string;
        };
        PollRespondent: {
            /** Format: uuid */
            membership_id: string;
            name: string;
            /** Format: date-time */
            responded_at: string;
        };
        PollResponseInput: {
            /**
             * @description Every question of the poll exactly once. Read by `chosenFrom`, after everything else that may refuse a response:
             *     what is wrong with it is `invalid_answers`, whatever it is.
             */
            answers: components["schemas"]["PollAnswerInput"][];
        };
        PollResults: {
            questions: components["schemas"]["PollQuestionResult"][];
            respondent_count: number;
        };
        Polls: {
            /** @description Open ones first, by when they close, then by title. */
            polls: components["schemas"]["Poll"][];
        };
        PostalAddress: {
            city: string;
            country: string;
            line1: string;
            line2: string | null;
            postal_code: string | null;
            region: string | null;
        };
        ProfileVisibilityInput: {
            /**
             * @description Whether other parents see email and phone (`full`) or neither (`name_only`).
             * @enum {string}
             */
            profile_visibility: "full" | "name_only";
        };
        Question: {
            /** @description Of `single_choice` and `multi_choice`; empty with the other types. */
            choices: components["schemas"]["QuestionChoice"][];
            /** Format: uuid */
            id: string;
            position: number;
            required: boolean;
            text: string;
            /** @enum {string} */
            type: "short_text" | "long_text" | "single_choice" | "multi_choice" | "yes_no" | "date" | "number";
        };
        QuestionChoice: {
            /** Format: uuid */
            id: string;
            text: string;
        };
        QuestionChoiceInput: {
            text: string;
        };
        QuestionInput: {
            /** @description Of `single_choice` and `multi_choice`, and of no other type. */
            choices?: components["schemas"]["QuestionChoiceInput"][];
            /** @default false */
            required?: boolean;
            text: string;
            /** @enum {string} */
            type: "short_text" | "long_text" | "single_choice" | "multi_choice" | "yes_no" | "date" | "number";
        };
        QueuedDelivery: {
            /** Format: uuid */
            delivery_id: string;
        };
        QuietHours: {
            /** @example 21:00 */
            from: string;
            /**
             * @description Another one than `from`; of the next day where it is earlier.
             * @example 21:00
             */
            to: string;
        };
        ReadNotifications: {
            /**
             * Format: uuid
             * @description Left out or null: all up to now. What is not the caller's own is passed over.
             */
            ids?: string[] | null;
        };
        RegistrationCreated: {
            guardian_links: number;
            memberships: number;
        };
        RegistrationInput: {
            /**
             * @description Which of the guardians on file with the account's email the caller is; ids as in the roster. Of a student of whom one is
             *     named the others are somebody else's. Without it the account is linked to all of them.
             */
            guardian_ids?: string[];
        };
        RegistrationLinkedStudent: {
            /** @enum {string} */
            relation: "mother" | "father" | "parent" | "stepparent" | "grandparent" | "guardian" | "relative" | "other";
            /** Format: uuid */
            school_id: string;
            /** Format: uuid */
            student_id: string;
        };
        RegistrationResult: {
            /** @description What this call made; all zero when it is repeated. */
            created: components["schemas"]["RegistrationCreated"];
            linked_students: components["schemas"]["RegistrationLinkedStudent"][];
            /** @description Every membership of the account, those that were there before included. */
            memberships: components["schemas"]["Membership"][];
        };
        ResultInput: {
            /** @description How many took part. */
            field_size?: number | null;
            /**
             * @description Agrees with the scores when both are given: a win has more for than against. `placed` needs a place.
             * @enum {string}
             */
            outcome: "win" | "loss" | "tie" | "no_result" | "placed";
            /** @description Not beyond `field_size`. */
            place?: number | null;
            /** @description At most three decimal places. */
            score_against?: number | null;
            /** @description At most three decimal places. */
            score_for?: number | null;
            /** @description Plain text. */
            summary?: string | null;
        };
        RevokeRequest: {
            /** @description Ends the session of this token; without one, the session of the bearer token. */
            refresh_token?: string;
        };
        Roster: {
            /**
             * @description Every non-archived student, by last name, then first name, as the school's language puts them in order; full items
             *     with `full=true`. Who has one name has it as the first one, and is put in order by it.
             */
            students: (components["schemas"]["RosterStudentFull"] | components["schemas"]["RosterStudent"])[];
        };
        RosterGuardian: {
            name: string;
            /** @enum {string} */
            relation: "mother" | "father" | "parent" | "stepparent" | "grandparent" | "guardian" | "relative" | "other";
        };
        RosterGuardianContact: {
            /** @description Null when there is none, or when the guardian shows the name only. */
            email: string | null;
            /** @description Of the membership. */
            has_photo: boolean;
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Null until the guardian has registered, and while their membership is deactivated.
             */
            membership_id: string | null;
            name: string;
            /** @description Null when there is none, or when the guardian shows the name only. */
            phone: string | null;
            /** @enum {string} */
            relation: "mother" | "father" | "parent" | "stepparent" | "grandparent" | "guardian" | "relative" | "other";
        };
        RosterStudent: {
            first_name: string;
            graduation_year: number | null;
            /** @description Primary first, then by last and first name. */
            guardians: components["schemas"]["RosterGuardian"][];
            has_photo: boolean;
            /** Format: uuid */
            id: string;
            last_name: string;
            /** @description First and last name. */
            name: string;
        };
        RosterStudentFull: {
            first_name: string;
            graduation_year: number | null;
            /** @description Primary first, then by last and first name. */
            guardians: components["schemas"]["StudentGuardian"][];
            has_photo: boolean;
            /** Format: uuid */
            id: string;
            last_name: string;
            /** @description Degrees, WGS 84; null when unknown or when the family hides the address. */
            latitude: number | null;
            longitude: number | null;
            /** @description First and last name. */
            name: string;
            /** @description The caller's own note. */
            note: string | null;
        };
        RsvpAnswerInput: {
            /** @enum {string} */
            answer: "yes" | "no" | "maybe";
            /** @description Seen by managers and those for whom it is. */
            comment?: string | null;
            /**
             * Format: uuid
             * @description Where each person answers: for a manager, whoever it is of the audience; left out, the caller.
             */
            membership_id?: string | null;
            /**
             * Format: uuid
             * @description Where answers are given for each student: an own one; any of the audience for a manager.
             */
            student_id?: string | null;
        };
        RsvpCounts: {
            maybe: number;
            no: number;
            yes: number;
        };
        RsvpInput: {
            /**
             * @description Asked for each student of the audience, or each person in it.
             * @enum {string}
             */
            by: "student" | "person";
            /** @description How many may say yes. A lower one than are coming takes nobody's place away. */
            capacity?: number | null;
            /**
             * Format: date-time
             * @description When answers end, not after the start; without it they end with the start. It moves along when the event moves. Of a series it is
             *     said for the first occurrence, and each has it as long before its own start.
             */
            until?: string | null;
        };
        RsvpInputs: {
            /** @description All of them are written, or none. */
            answers: components["schemas"]["RsvpAnswerInput"][];
        };
        ScheduleEvent: {
            all_day: boolean;
            /**
             * Format: date-time
             * @description When people come together.
             */
            arrival_at: string | null;
            category: components["schemas"]["ItemCategory"] | null;
            /** @description Rich text. */
            description: string | null;
            /**
             * Format: date
             * @description At the school, inclusive.
             */
            end_date: string;
            /** Format: date-time */
            ends_at: string | null;
            /** @enum {string} */
            event_type: "game" | "practice" | "meeting" | "performance" | "other";
            /** @enum {string|null} */
            home_away: "home" | "away" | "neutral" | null;
            /** @description Of an occurrence: `{seriesId}_{originalStart}`. */
            id: string;
            /** @description An occurrence that differs from its series, or was called off. */
            is_exception: boolean;
            location: string | null;
            opponent: string | null;
            /** Format: uuid */
            organization_id: string | null;
            organization_name: string | null;
            /** @description Where the rule put the occurrence: `YYYYMMDD`, or `YYYYMMDDTHHMMSSZ`. It never changes. */
            original_start: string | null;
            /** Format: uuid */
            permission_slip_id: string | null;
            result: components["schemas"]["EventResult"] | null;
            /** @description Null for an event that does not ask who comes. */
            rsvp: components["schemas"]["EventRsvp"] | null;
            /** Format: uuid */
            series_id: string | null;
            /** Format: uuid */
            signup_id: string | null;
            /**
             * Format: date
             * @description At the school.
             */
            start_date: string;
            /**
             * Format: date-time
             * @description Null when all day.
             */
            starts_at: string | null;
            /**
             * @description A cancelled occurrence is shown for 30 days.
             * @enum {string}
             */
            status: "confirmed" | "tentative" | "cancelled";
            tags: string[];
            /** @description IANA name. */
            time_zone: string;
            title: string;
            /** @description What to wear. */
            uniform: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        SchoolConfirmation: {
            confirmed: number;
            outstanding: number;
            /** @description Everybody whom the round asks now, by last name, then first name; nobody without a round. */
            people: components["schemas"]["ConfirmationPerson"][];
            /** @description The open round; while there is none, the one that was closed last; null where the school has never asked. */
            round: components["schemas"]["ConfirmationRound"] | null;
        };
        SchoolCounts: {
            /** @description Created in the last 14 days and not opened by the caller; School Details never counts. */
            documents_new: number;
            notices_unread: number;
            /** @description Not gated: also of items whose feature is off. */
            notifications_unread: number;
            /** @description The caller's own: those whose `is_member` is true. */
            organizations: number;
            /** @description Answers that the caller still owes: `outstanding` of all slips of the list, taken together. */
            permission_slips_outstanding: number;
            /** @description Not answered yet. */
            polls_open: number;
            /** @description Visible, not closed, nothing claimed. */
            signups_open: number;
        };
        SchoolDetailsInput: {
            /** @description Rich text; null takes it away. */
            description?: string | null;
            /** @description Required while the school has no details yet. */
            title?: string;
        };
        SchoolFeatureFlags: {
            calendar: boolean;
            document_library: boolean;
            lunch_menus: boolean;
            notices: boolean;
            polls: boolean;
            signups: boolean;
            staff_directory: boolean;
        };
        SchoolFeatures: {
            counts: components["schemas"]["SchoolCounts"];
            features: components["schemas"]["SchoolFeatureFlags"];
            /** Format: date-time */
            generated_at: string;
            /** @description BCP 47. */
            locale: string;
            /** @enum {string} */
            role: "parent" | "junior_admin" | "senior_admin";
            /** Format: uuid */
            school_id: string;
            school_name: string;
            /** @description IANA name: show every timestamp in it. */
            time_zone: string;
        };
        SentReminders: {
            /** @description Members who are reminded. */
            recipients: number;
        };
        SentRsvpReminders: {
            /** @description Members who owe an answer. */
            recipients: number;
        };
        SeriesChanges: {
            all_day?: boolean | null;
            /**
             * @description When people come together before the first occurrence, written as `local_start`; before others as long before.
             * @example 2026-09-07T15:00
             */
            arrival_at?: string | null;
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /**
             * Format: uuid
             * @description One of the school's categories.
             */
            category_id?: string | null;
            /** @description Rich text. */
            description?: string | null;
            /**
             * @description Of an all-day series.
             * @default 1
             */
            duration_days?: number | null;
            /** @description Of a timed series. */
            duration_minutes?: number | null;
            /**
             * @default other
             * @enum {string|null}
             */
            event_type?: "game" | "practice" | "meeting" | "performance" | "other" | null;
            /** @description Occurrences that do not take place, written as `local_start`; a bare date stands for the whole day. */
            exdates?: string[] | null;
            /** @enum {string|null} */
            home_away?: "home" | "away" | "neutral" | null;
            /**
             * @description The first occurrence: `2026-09-07T15:30` on the wall of `time_zone`, `2026-09-07` when all day. One with an offset or
             *     a `Z` is 400.
             * @example 2026-09-07T15:30
             */
            local_start?: string | null;
            location?: string | null;
            opponent?: string | null;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            /** @description Further occurrences, written as `local_start`; a bare date stands for that day at the time of the series. */
            rdates?: string[] | null;
            /**
             * @description RFC 5545 with FREQ of DAILY, WEEKLY, MONTHLY or YEARLY, INTERVAL, COUNT or UNTIL, BYDAY, BYMONTHDAY, BYMONTH,
             *     BYSETPOS and WKST; at most 400 occurrences within 3 years. Null: only `local_start` and `rdates`.
             * @example FREQ=WEEKLY;COUNT=10
             */
            rrule?: string | null;
            /** @description Asks who comes. Null: nobody is asked, and answers of before are hidden until it asks again. */
            rsvp?: components["schemas"]["RsvpInput"] | null;
            /**
             * @description True alerts those whom it is addressed to, each of them once; of a series to its next occurrence.
             * @default false
             */
            send_alert?: boolean | null;
            /** @description Each once, whatever its case. */
            tags?: string[] | null;
            /**
             * @description IANA name; the school's unless given.
             * @example America/New_York
             */
            time_zone?: string | null;
            title?: string;
            /** @description What to wear. */
            uniform?: string | null;
        };
        SeriesException: {
            /** @enum {string} */
            kind: "changed" | "cancelled";
            original_start: string;
        };
        SeriesInput: {
            all_day?: boolean | null;
            /**
             * @description When people come together before the first occurrence, written as `local_start`; before others as long before.
             * @example 2026-09-07T15:00
             */
            arrival_at?: string | null;
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /**
             * Format: uuid
             * @description One of the school's categories.
             */
            category_id?: string | null;
            /** @description Rich text. */
            description?: string | null;
            /**
             * @description Of an all-day series.
             * @default 1
             */
            duration_days?: number | null;
            /** @description Of a timed series. */
            duration_minutes?: number | null;
            /**
             * @default other
             * @enum {string|null}
             */
            event_type?: "game" | "practice" | "meeting" | "performance" | "other" | null;
            /** @description Occurrences that do not take place, written as `local_start`; a bare date stands for the whole day. */
            exdates?: string[] | null;
            /** @enum {string|null} */
            home_away?: "home" | "away" | "neutral" | null;
            /**
             * @description The first occurrence: `2026-09-07T15:30` on the wall of `time_zone`, `2026-09-07` when all day. One with an offset or
             *     a `Z` is 400.
             * @example 2026-09-07T15:30
             */
            local_start?: string | null;
            location?: string | null;
            opponent?: string | null;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            /** @description Further occurrences, written as `local_start`; a bare date stands for that day at the time of the series. */
            rdates?: string[] | null;
            /**
             * @description RFC 5545 with FREQ of DAILY, WEEKLY, MONTHLY or YEARLY, INTERVAL, COUNT or UNTIL, BYDAY, BYMONTHDAY, BYMONTH,
             *     BYSETPOS and WKST; at most 400 occurrences within 3 years. Null: only `local_start` and `rdates`.
             * @example FREQ=WEEKLY;COUNT=10
             */
            rrule?: string | null;
            /** @description Asks who comes. Null: nobody is asked, and answers of before are hidden until it asks again. */
            rsvp?: components["schemas"]["RsvpInput"] | null;
            /**
             * @description True alerts those whom it is addressed to, each of them once; of a series to its next occurrence.
             * @default false
             */
            send_alert?: boolean | null;
            /** @description Each once, whatever its case. */
            tags?: string[] | null;
            /**
             * @description IANA name; the school's unless given.
             * @example America/New_York
             */
            time_zone?: string | null;
            title: string;
            /** @description What to wear. */
            uniform?: string | null;
        };
        SeriesRsvp: {
            /** @enum {string} */
            by: "student" | "person";
            capacity: number | null;
            /**
             * Format: date-time
             * @description When answers to the first occurrence end; others end as long before their start. Null: with the start.
             */
            until: string | null;
        };
        SignatureInput: {
            /** @enum {boolean} */
            agreed: true;
            /** @description As it is typed. One that is not the account's is accepted, kept and printed as such. */
            full_name: string;
            /**
             * Format: byte
             * @description A drawn signature, up to 100 kB.
             */
            image_png_base64?: string | null;
            /**
             * @description To the student, in the signer's words. Required of whoever is on file as another than mother, father, parent or
             *     guardian: it confirms parental responsibility.
             */
            relation?: string | null;
            /** @description The statement_version that was read; another than the present one is 409 `stale`. */
            statement_version: number;
        };
        Signup: {
            /** @description From `closes_at` on; one that is full is not closed. */
            closed: boolean;
            /** Format: date-time */
            closes_at: string | null;
            /** @description Rich text. */
            description: string | null;
            /** @description The event that it is for, as the calendar names it. */
            event_id: string | null;
            /** @description Places with someone, of all items. */
            filled: number;
            /** @description Anyone's. */
            has_claims: boolean;
            /** Format: uuid */
            id: string;
            location: string | null;
            /** @description The caller's own. */
            my_claim_count: number;
            /** @description Places without anyone, of all items; null when one of them is unlimited. */
            needed: number | null;
            /** Format: date-time */
            opens_at: string;
            /** Format: uuid */
            organization_id: string | null;
            organization_name: string | null;
            /** Format: uuid */
            school_id: string;
            title: string;
            /** Format: date-time */
            visible_until: string | null;
        };
        SignupChanges: {
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /** @enum {string} */
            claim_per?: "person" | "family" | "student";
            /** @enum {string} */
            claimant_visibility?: "names" | "managers_only";
            /**
             * Format: date-time
             * @description Closed from this moment on; null for what stays open.
             */
            closes_at?: string | null;
            /** @enum {boolean} */
            deleted?: false;
            /** @description Rich text. */
            description?: string | null;
            /** @description The event that it is for, as the calendar names it. */
            event_id?: string | null;
            /** @description All of them, in their order. One that is missing is removed: 409 `has_answers` where somebody has claimed it. */
            items?: components["schemas"]["SignupItemInput"][];
            location?: string | null;
            /**
             * Format: date-time
             * @description Null, or left out of a new one: a draft, which nobody but its managers sees.
             */
            opens_at?: string | null;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            /** @description Places, confirmed and waitlisted, over the whole sign-up; null: no limit. */
            per_person_limit?: number | null;
            /** @description All of them, in their order. */
            questions?: components["schemas"]["QuestionInput"][];
            /**
             * @description Whether the audience is told when it opens, and of a poll or a slip on its last day.
             * @default true
             */
            send_alert?: boolean | null;
            title?: string;
            /**
             * Format: date-time
             * @description Gone from this moment on.
             */
            visible_until?: string | null;
            /**
             * Format: date-time
             * @description Claims can be withdrawn until then; null: until it closes.
             */
            withdraw_until?: string | null;
        };
        SignupClaim: {
            /** @description In the order of the questions; those without an answer are not among them. */
            answers: components["schemas"]["Answer"][];
            comment: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            item_id: string;
            quantity: number;
            /** Format: uuid */
            signup_id: string;
            /** @enum {string} */
            status: "confirmed" | "waitlisted";
            /** Format: uuid */
            student_id: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @description From 1; null for a confirmed claim. */
            waitlist_position: number | null;
        };
        SignupClaimChanges: {
            /** @description To the questions of the sign-up, all of them at once. */
            answers?: components["schemas"]["AnswerInput"][] | null;
            /** @description Shown to managers and the author alone. */
            comment?: string | null;
            /**
             * Format: uuid
             * @description Another item of the same sign-up: the claim moves there, or stays where it is when there is no place.
             */
            item_id?: string;
            quantity?: number;
            /**
             * Format: uuid
             * @description The student whom it is for: one that is linked to the caller.
             */
            student_id?: string | null;
        };
        SignupClaimInput: {
            /**
             * @description Join the waitlist when the item is full and has one.
             * @default false
             */
            accept_waitlist?: boolean;
            /** @description To the questions of the sign-up, all of them at once. */
            answers?: components["schemas"]["AnswerInput"][] | null;
            /** @description Shown to managers and the author alone. */
            comment?: string | null;
            /** Format: uuid */
            item_id: string;
            /** @default 1 */
            quantity?: number;
            /**
             * Format: uuid
             * @description The student whom it is for: one that is linked to the caller.
             */
            student_id?: string | null;
        };
        SignupDetail: {
            can_manage: boolean;
            /**
             * @description Whom the limit counts for; `student` needs a student with every claim.
             * @enum {string}
             */
            claim_per: "person" | "family" | "student";
            /** @enum {string} */
            claimant_visibility: "names" | "managers_only";
            /** @description From `closes_at` on; one that is full is not closed. */
            closed: boolean;
            /** Format: date-time */
            closes_at: string | null;
            /** @description Rich text. */
            description: string | null;
            /** @description The event that it is for, as the calendar names it. */
            event_id: string | null;
            /** @description Places with someone, of all items. */
            filled: number;
            /** @description Anyone's. */
            has_claims: boolean;
            /** Format: uuid */
            id: string;
            items: components["schemas"]["SignupItem"][];
            location: string | null;
            /** @description The caller's own. */
            my_claim_count: number;
            /** @description Places without anyone, of all items; null when one of them is unlimited. */
            needed: number | null;
            /** Format: date-time */
            opens_at: string;
            /** Format: uuid */
            organization_id: string | null;
            organization_name: string | null;
            /** @description Places, confirmed and waitlisted, over the whole sign-up; null: no limit. */
            per_person_limit: number | null;
            questions: components["schemas"]["Question"][];
            /** Format: uuid */
            school_id: string;
            title: string;
            /** Format: date-time */
            visible_until: string | null;
            /**
             * Format: date-time
             * @description Claims can be withdrawn until then; null: until it closes.
             */
            withdraw_until: string | null;
        };
        SignupInput: {
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /** @enum {string} */
            claim_per: "person" | "family" | "student";
            /** @enum {string} */
            claimant_visibility: "names" | "managers_only";
            /**
             * Format: date-time
             * @description Closed from this moment on; null for what stays open.
             */
            closes_at?: string | null;
            /** @description Rich text. */
            description?: string | null;
            /** @description The event that it is for, as the calendar names it. */
            event_id?: string | null;
            items: components["schemas"]["SignupItemInput"][];
            location?: string | null;
            /**
             * Format: date-time
             * @description Null, or left out of a new one: a draft, which nobody but its managers sees.
             */
            opens_at?: string | null;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            /** @description Places, confirmed and waitlisted, over the whole sign-up; null: no limit. */
            per_person_limit?: number | null;
            /** @description All of them, in their order. */
            questions?: components["schemas"]["QuestionInput"][];
            /**
             * @description Whether the audience is told when it opens, and of a poll or a slip on its last day.
             * @default true
             */
            send_alert?: boolean | null;
            title: string;
            /**
             * Format: date-time
             * @description Gone from this moment on.
             */
            visible_until?: string | null;
            /**
             * Format: date-time
             * @description Claims can be withdrawn until then; null: until it closes.
             */
            withdraw_until?: string | null;
        };
        SignupItem: {
            /** @description Null: unlimited. */
            capacity: number | null;
            /** @description Who has a place, then who waits, in their order. With `managers_only`, others see their own entries alone. */
            claimants: components["schemas"]["Claimant"][];
            /** @description Places with someone. */
            confirmed: number;
            description: string | null;
            /** Format: date-time */
            ends_at: string | null;
            /** Format: uuid */
            id: string;
            my_claim_ids: string[];
            position: number;
            /** @description Places without anyone; those who wait come before newcomers. Null: unlimited. */
            remaining: number | null;
            /** Format: date-time */
            starts_at: string | null;
            title: string;
            waitlist_enabled: boolean;
            /** @description Places waited for. */
            waitlisted: number;
        };
        SignupItemInput: {
            /**
             * Format: date
             * @description From midnight to midnight at the school, in the place of `starts_at` and `ends_at`.
             */
            all_day?: string | null;
            /** @description Places. Null: unlimited. */
            capacity?: number | null;
            description?: string | null;
            /** Format: date-time */
            ends_at?: string | null;
            /**
             * Format: uuid
             * @description The item that is changed: what is left out of it stays. Without an id it is a new one.
             */
            id?: string | null;
            /** @description One new item for each occurrence, in the place of `starts_at` and `ends_at`; at most 20 rules in a request. */
            slots?: components["schemas"]["SignupSlotsInput"] | null;
            /**
             * Format: date-time
             * @description The item is closed from then on.
             */
            starts_at?: string | null;
            title: string;
            /** @default false */
            waitlist_enabled?: boolean;
        };
        SignupReminderInput: {
            /**
             * Format: uuid
             * @description Left out: of all items that lie ahead.
             */
            item_id?: string | null;
        };
        Signups: {
            /** @description Open ones first, then by `closes_at`, those without one last, and by title. */
            signups: components["schemas"]["Signup"][];
        };
        SignupSlotsInput: {
            duration_minutes: number;
            /**
             * @description The first slot, on the wall of the school's clock. One with an offset or a `Z` is 400.
             * @example 2026-09-07T15:30
             */
            local_start: string;
            /**
             * @description As of a series of events, with COUNT or UNTIL; at most 400 occurrences within 3 years.
             * @example FREQ=WEEKLY;COUNT=10
             */
            rrule: string;
        };
        SlipChanges: {
            /** @enum {string} */
            answer_per?: "student" | "family";
            /** @description Uploaded for `permission_slip`. */
            attachments?: components["schemas"]["AttachmentInput"][] | null;
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            body?: string;
            /**
             * Format: date-time
             * @description Closed from this moment on; null for what stays open.
             */
            closes_at?: string | null;
            /** @enum {boolean} */
            deleted?: false;
            /** @description The event that it is for, as the calendar names it. */
            event_id?: string | null;
            /**
             * Format: date-time
             * @description Null, or left out of a new one: a draft, which nobody but its managers sees.
             */
            opens_at?: string | null;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            /** @description All of them, in their order. */
            questions?: components["schemas"]["SlipQuestionInput"][];
            second_guardian_required?: boolean;
            /**
             * @description Whether the audience is told when it opens, and of a poll or a slip on its last day.
             * @default true
             */
            send_alert?: boolean | null;
            signature_required?: boolean;
            statement?: string;
            /** @description A line or two for lists. */
            summary?: string | null;
            title?: string;
            /**
             * Format: date-time
             * @description Gone from this moment on.
             */
            visible_until?: string | null;
        };
        SlipInput: {
            /**
             * @description For whom one answer is given.
             * @enum {string}
             */
            answer_per: "student" | "family";
            /** @description Uploaded for `permission_slip`. */
            attachments?: components["schemas"]["AttachmentInput"][] | null;
            /** @description Without one, what is an organization's is addressed to that organization, anything else to the school. */
            audience?: components["schemas"]["AudienceInput"] | null;
            /** @description Rich text that shows something. */
            body: string;
            /**
             * Format: date-time
             * @description Closed from this moment on; null for what stays open.
             */
            closes_at?: string | null;
            /** @description The event that it is for, as the calendar names it. */
            event_id?: string | null;
            /**
             * Format: date-time
             * @description Null, or left out of a new one: a draft, which nobody but its managers sees.
             */
            opens_at?: string | null;
            /**
             * Format: uuid
             * @description The organization whose it is; an editor needs a live grant on it. Null: the whole school's.
             */
            organization_id?: string | null;
            /** @description All of them, in their order. */
            questions?: components["schemas"]["SlipQuestionInput"][];
            /** @description Two guardians have to answer. */
            second_guardian_required: boolean;
            /**
             * @description Whether the audience is told when it opens, and of a poll or a slip on its last day.
             * @default true
             */
            send_alert?: boolean | null;
            signature_required: boolean;
            /** @description Plain text: what is signed. */
            statement: string;
            /** @description A line or two for lists. */
            summary?: string | null;
            title: string;
            /**
             * Format: date-time
             * @description Gone from this moment on.
             */
            visible_until?: string | null;
        };
        SlipQuestion: {
            /** @description Of `single_choice` and `multi_choice`; empty with the other types. */
            choices: components["schemas"]["QuestionChoice"][];
            /** Format: uuid */
            id: string;
            position: number;
            /** @description Other guardians do not see the answer. */
            private: boolean;
            required: boolean;
            /** @description Has to be answered by those who decline as well. */
            required_on_decline: boolean;
            text: string;
            /** @enum {string} */
            type: "short_text" | "long_text" | "single_choice" | "multi_choice" | "yes_no" | "date" | "number";
        };
        SlipQuestionInput: {
            /** @description Of `single_choice` and `multi_choice`, and of no other type. */
            choices?: components["schemas"]["QuestionChoiceInput"][];
            /**
             * @description Other guardians do not see the answer.
             * @default false
             */
            private?: boolean;
            /** @default false */
            required?: boolean;
            /**
             * @description Has to be answered by those who decline as well.
             * @default false
             */
            required_on_decline?: boolean;
            text: string;
            /** @enum {string} */
            type: "short_text" | "long_text" | "single_choice" | "multi_choice" | "yes_no" | "date" | "number";
        };
        SlipResponse: {
            /** @description Without those to private questions, unless the caller gave them or manages the slip. */
            answers: components["schemas"]["Answer"][];
            /** @description Whether the caller may change it now. They may withdraw their own until the slip closes. */
            can_edit: boolean;
            /**
             * Format: date-time
             * @description Of this revision.
             */
            created_at: string;
            /** @enum {string} */
            decision: "granted" | "declined";
            /**
             * Format: uuid
             * @description The same for all revisions.
             */
            id: string;
            note: string | null;
            relation: string | null;
            /** @description Counts all answers for the student: another guardian's are among them. */
            revision: number;
            /**
             * Format: date-time
             * @description Null where nothing was signed.
             */
            signed_at: string | null;
            /**
             * Format: uuid
             * @description Null once they have left the school.
             */
            signed_by_membership_id: string | null;
            /** @description As typed; the name of the account where nothing was signed. */
            signed_by_name: string | null;
            /** Format: uuid */
            slip_id: string;
            /** @enum {string} */
            state: "current" | "superseded" | "withdrawn";
            /** @description Of statement, body and questions as they were shown, in hex. */
            statement_sha256: string;
            statement_version: number;
            /**
             * Format: uuid
             * @description Null where it stands for a family.
             */
            student_id: string | null;
            /** @description Of all students for whom it stands, or stood until it ended; to another guardian, of their own. */
            student_name: string | null;
        };
        SlipResponseChange: {
            answers?: components["schemas"]["AnswerInput"][] | null;
            /** @enum {string} */
            decision: "granted" | "declined";
            note?: string | null;
            /** @description Required when the slip says so: 400 `signature_required` without. */
            signature?: components["schemas"]["SignatureInput"] | null;
        };
        SlipResponseInput: {
            answers?: components["schemas"]["AnswerInput"][] | null;
            /** @enum {string} */
            decision: "granted" | "declined";
            note?: string | null;
            /** @description Required when the slip says so: 400 `signature_required` without. */
            signature?: components["schemas"]["SignatureInput"] | null;
            /**
             * Format: uuid
             * @description Required where one answer is given a student; of no meaning where one is given for a family.
             */
            student_id?: string | null;
        };
        SlipStudent: {
            name: string;
            /**
             * @description `needed` also where another guardian has signed and a second signature is required.
             * @enum {string}
             */
            state: "needed" | "granted" | "declined" | "withdrawn";
            /**
             * Format: uuid
             * @description Null where one answer is given for a family: the name is that of all its students.
             */
            student_id: string | null;
        };
        SlipStudentState: {
            /**
             * @description Of the answers that hold; null without one.
             * @enum {string|null}
             */
            decision: "granted" | "declined" | null;
            graduation_year: number | null;
            name: string;
            /** @description The last revision of each answer for the student, newest first, also of those that hold no more. */
            responses: components["schemas"]["ManagedSlipResponse"][];
            /**
             * Format: date-time
             * @description When the last of them was signed; null where none was.
             */
            signed_at: string | null;
            /** @description Names of those whose answers hold. */
            signed_by: string[];
            /**
             * @description `needed` also where one has signed and two have to.
             * @enum {string}
             */
            state: "needed" | "granted" | "declined" | "withdrawn";
            /** Format: uuid */
            student_id: string;
        };
        SlipTotals: {
            declined: number;
            /** @description By both guardians where two have to sign. */
            granted: number;
            outstanding: number;
            students: number;
        };
        StaffDirectory: {
            /** @description By department (none last), last name, first name. */
            staff: components["schemas"]["StaffMember"][];
        };
        StaffMember: {
            department: string | null;
            email: string | null;
            first_name: string;
            /** @description Whether there is one under `/parents/{membership_id}/photo`. */
            has_photo: boolean;
            /** Format: uuid */
            id: string;
            last_name: string;
            /**
             * Format: uuid
             * @description Of the active member who has verified this email as theirs; null without one. Their photo is this person's.
             */
            membership_id: string | null;
            /** @description First and last name. */
            name: string;
            /** @description Organizations that this person leads: teams, clubs, then classes; none that is archived. */
            organization_ids: string[];
            phone: string | null;
            room: string | null;
            title: string | null;
        };
        StudentDetail: {
            /** @description Null when unknown or when the family hides it. */
            address: components["schemas"]["PostalAddress"] | null;
            /** @description Whether the family shows the address to other members. */
            address_visible: boolean;
            /** @description The student's own. Null when there is none, or while a guardian of the student shows the name only. */
            email: string | null;
            /** @description What the student goes by. */
            first_name: string;
            grade: string | null;
            graduation_year: number | null;
            /** @description Primary first, then by last and first name. */
            guardians: components["schemas"]["StudentGuardian"][];
            has_photo: boolean;
            /** Format: uuid */
            id: string;
            /** @description One of the caller's linked students. */
            is_own: boolean;
            last_name: string;
            /** @description Degrees, WGS 84; null when unknown or when the family hides the address. */
            latitude: number | null;
            /** @description The first name in the school's records where it is another one: for admins and the student's own guardians, else null. */
            legal_first_name: string | null;
            /** @description As `legal_first_name`. */
            legal_last_name: string | null;
            longitude: number | null;
            middle_name: string | null;
            /** @description First and last name. */
            name: string;
            /** @description The caller's own note, if any. */
            notes: components["schemas"]["Note"][];
            /** @description Whose roster the student is on: teams, clubs, then classes, each by name; archived ones for admins only. */
            organizations: components["schemas"]["StudentOrganization"][];
            /** @description The student's own; as `email`. */
            phone: string | null;
            /** @description Where there is one, it is `first_name` in every answer. */
            preferred_name: string | null;
            /** Format: uuid */
            school_id: string;
            /** @description The caller's own star. */
            starred: boolean;
        };
        StudentGuardian: {
            /** @description Null when there is none, or when the guardian shows the name only. */
            email: string | null;
            /** @description Of the membership. */
            has_photo: boolean;
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Null until the guardian has registered, and while their membership is deactivated.
             */
            membership_id: string | null;
            name: string;
            /** @description Null when there is none, or when the guardian shows the name only. */
            phone: string | null;
            /** @enum {string} */
            relation: "mother" | "father" | "parent" | "stepparent" | "grandparent" | "guardian" | "relative" | "other";
            /** @description The school keeps this guardian and the student apart. Only admins get such a guardian: it is false for everybody else. */
            restricted: boolean;
        };
        StudentList: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @description Individual entries; a deactivated member is not counted. */
            guardian_count: number;
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            school_id: string;
            /** @description Of those on the roster; an archived student is not counted. */
            student_count: number;
            /**
             * Format: date-time
             * @description When the list, or what is on it, was last changed.
             */
            updated_at: string;
        };
        StudentListDetail: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @description Individual entries; a deactivated member is not counted. */
            guardian_count: number;
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            school_id: string;
            /** @description Of those on the roster; an archived student is not counted. */
            student_count: number;
            /** @description By last name, then first name. */
            students: components["schemas"]["RosterStudent"][];
            /**
             * Format: date-time
             * @description When the list, or what is on it, was last changed.
             */
            updated_at: string;
        };
        StudentListInput: {
            /** @description Null or blank: none. Left out in a change, it stays as it is. */
            description?: string | null;
            name: string;
        };
        StudentLists: {
            /** @description By name. */
            lists: components["schemas"]["StudentList"][];
        };
        StudentOrganization: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "team" | "club" | "class";
            name: string;
            short_name: string;
        };
        TokenPair: {
            access_token: string;
            /** @description Seconds. */
            expires_in: number;
            /** @description True: every other operation answers 401 `mfa_required` until the second step is done. */
            mfa_required: boolean;
            /** @description Seconds. */
            refresh_expires_in: number;
            /** @description Good for one renewal. */
            refresh_token: string;
            /** @enum {string} */
            token_type: "Bearer";
        };
        TokenRequest: {
            /** @description With grant type `password`. */
            email?: string;
            /** @enum {string} */
            grant_type: "password" | "refresh_token";
            /**
             * Format: password
             * @description With grant type `password`.
             */
            password?: string;
            /** @description With grant type `refresh_token`. */
            refresh_token?: string;
        };
        UnreachedPerson: {
            /** @description How many in a row. */
            bounces: number;
            /** Format: date-time */
            last_bounce_at: string;
            /**
             * Format: uuid
             * @description Null for a guardian on file who is not registered.
             */
            membership_id: string | null;
            name: string;
            /** @description After three in a row the address gets no more mail, until the person has another one. */
            stopped: boolean;
        };
        VerifyRequest: {
            /** Format: uuid */
            challenge_id: string;
            /** @description Six digits, or a recovery code. */
            code: string;
        };
        WatchCounts: {
            /** @description What waits for an answer of the caller. */
            outstanding: number;
            /** @description Notifications. */
            unread: number;
        };
        WatchFace: {
            /** Format: date-time */
            at: string;
            /**
             * Format: uri
             * @description As that of a glance: to the event, the menu of the day, or the school.
             */
            deep_link: string;
            /** @enum {string} */
            kind: "event" | "lunch" | "school";
            /** @description At most 24 characters. */
            line1: string;
            /** @description At most 24 characters. */
            line2: string | null;
            /** @description 1: what goes on now. 0: nothing does. */
            relevance: number;
            /** @description At most 12 characters. */
            short: string;
        };
        WatchLunch: {
            /** Format: uri */
            image_url: string | null;
            /** @description At most 80 characters. */
            items: string;
        };
        WatchPayload: {
            /** @description The caller's own confirmed claims, and events to which they or their students come; at most three. */
            commitments: components["schemas"]["Glance"][];
            counts: components["schemas"]["WatchCounts"];
            /** Format: date-time */
            generated_at: string;
            /** @description What goes on at the school and is addressed to the caller, else what comes next; null while the calendar is off. */
            next: components["schemas"]["Glance"] | null;
            /** @description IANA name. */
            time_zone: string;
            /** @description At least 24 hours, unless there are more than 24 changes: then those that come first. */
            timeline: components["schemas"]["WatchFace"][];
            today: components["schemas"]["WatchToday"];
            /**
             * Format: date-time
             * @description When to ask again: something begins or ends, or the day does; six hours at most.
             */
            valid_until: string;
        };
        WatchToday: {
            /** @description Titles of what lasts the whole day. */
            all_day: string[];
            /**
             * Format: date
             * @description At the school.
             */
            date: string;
            /** @description Those that are not over, at most six. */
            events: components["schemas"]["Glance"][];
            lunch: components["schemas"]["WatchLunch"] | null;
        };
        Webhook: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /**
             * Format: date-time
             * @description When deliveries began to fail; null while they succeed.
             */
            failing_since: string | null;
            /** Format: uuid */
            id: string;
            kinds: ("notice.created" | "notice.updated" | "notice.deleted" | "document.created" | "document.updated" | "document.deleted" | "poll.opened" | "poll.closed" | "poll.answered" | "signup.opened" | "signup.claimed" | "signup.promoted" | "signup.withdrawn" | "permission_slip.opened" | "permission_slip.answered" | "permission_slip.withdrawn" | "event.created" | "event.changed" | "event.cancelled" | "menu.changed" | "organization.changed" | "roster.changed" | "member.joined" | "member.left" | "member.deactivated" | "test")[];
            /** @description By a senior admin, or by the service after three days of failures. */
            paused: boolean;
            /** Format: date-time */
            updated_at: string;
            url: string;
        };
        WebhookChanges: {
            description?: string | null;
            kinds?: ("notice.created" | "notice.updated" | "notice.deleted" | "document.created" | "document.updated" | "document.deleted" | "poll.opened" | "poll.closed" | "poll.answered" | "signup.opened" | "signup.claimed" | "signup.promoted" | "signup.withdrawn" | "permission_slip.opened" | "permission_slip.answered" | "permission_slip.withdrawn" | "event.created" | "event.changed" | "event.cancelled" | "menu.changed" | "organization.changed" | "roster.changed" | "member.joined" | "member.left" | "member.deactivated" | "test")[];
            /** @description True: it is told of nothing, and what waits for it goes on waiting. False: it begins anew. */
            paused?: boolean;
            /** Format: uri */
            url?: string;
        };
        WebhookDeliveries: {
            /** @description Newest first, at most 200. */
            deliveries: components["schemas"]["WebhookDelivery"][];
        };
        WebhookDelivery: {
            /** @description Since it was written, or last asked for again. */
            attempts: number;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: uuid
             * @description The `webhook-id` of the message.
             */
            id: string;
            /** @description One that the webhook asks for, or `test`. */
            kind: string;
            /**
             * @description Why the last attempt failed; null where none did, or once it was delivered.
             * @enum {string|null}
             */
            last_error: "status" | "timeout" | "unreachable" | "too_large" | "private_address" | "interrupted" | "no_secret" | null;
            /** @description HTTP status of the last answer; null where there was none. */
            last_status: number | null;
            /**
             * Format: date-time
             * @description Null once it has come to an end.
             */
            next_at: string | null;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
        };
        WebhookInput: {
            description?: string | null;
            kinds: ("notice.created" | "notice.updated" | "notice.deleted" | "document.created" | "document.updated" | "document.deleted" | "poll.opened" | "poll.closed" | "poll.answered" | "signup.opened" | "signup.claimed" | "signup.promoted" | "signup.withdrawn" | "permission_slip.opened" | "permission_slip.answered" | "permission_slip.withdrawn" | "event.created" | "event.changed" | "event.cancelled" | "menu.changed" | "organization.changed" | "roster.changed" | "member.joined" | "member.left" | "member.deactivated" | "test")[];
            /**
             * Format: uri
             * @description An https address with a name, which has to be one of the public internet at each delivery.
             */
            url: string;
        };
        Webhooks: {
            /** @description In the order in which they were made. */
            webhooks: components["schemas"]["Webhook"][];
        };
        WebhookSecret: {
            /** @description Signs the deliveries from now on; the one of before signs beside it for 24 hours. */
            secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    revokeTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "..."
                 *     }
                 */
                "application/json": components["schemas"]["RevokeRequest"];
            };
        };
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    obtainToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "password",
                 *       "email": "juan.ruiz@example.org",
                 *       "password": "..."
                 *     }
                 */
                "application/json": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "...",
                     *       "token_type": "Bearer",
                     *       "expires_in": 900,
                     *       "refresh_token": "...",
                     *       "refresh_expires_in": 2592000,
                     *       "mfa_required": true
                     *     }
                     */
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
        };
    };
    openTwoStepChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "totp"
                 *     }
                 */
                "application/json": components["schemas"]["ChallengeRequest"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "challenge_id": "00000000-0000-4000-8000-000000000001",
                     *       "method": "totp",
                     *       "expires_at": "2026-10-05T15:10:01.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Challenge"];
                };
            };
        };
    };
    verifyTwoStep: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge_id": "00000000-0000-4000-8000-000000000001",
                 *       "code": "..."
                 *     }
                 */
                "application/json": components["schemas"]["VerifyRequest"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "...",
                     *       "token_type": "Bearer",
                     *       "expires_in": 900,
                     *       "refresh_token": "...",
                     *       "refresh_expires_in": 2592000,
                     *       "mfa_required": false
                     *     }
                     */
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
        };
    };
    settleCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The correction. */
                correctionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "done",
                 *       "answer": "Thank you, the new number is on file."
                 *     }
                 */
                "application/json": components["schemas"]["CorrectionChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "student_id": "00000000-0000-4000-8000-000000000002",
                     *       "student_name": "Ada Park",
                     *       "field": "phone",
                     *       "present": null,
                     *       "proposed": "+1 212 555 0177",
                     *       "comment": "It is a new number.",
                     *       "state": "done",
                     *       "answer": "Thank you, the new number is on file.",
                     *       "by_name": "Maria Park",
                     *       "created_at": "2026-10-05T15:08:00.000Z",
                     *       "settled_at": "2026-10-05T15:08:04.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Correction"];
                };
            };
        };
    };
    getList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of the caller's own lists. */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of the caller's own with the students on it; archived students are left out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "name": "Ada turns ten",
                     *       "description": "Saturday at three",
                     *       "student_count": 1,
                     *       "guardian_count": 1,
                     *       "created_at": "2026-10-05T14:10:00.000Z",
                     *       "updated_at": "2026-10-05T14:10:07.000Z",
                     *       "students": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "first_name": "Leo",
                     *           "last_name": "Lee",
                     *           "name": "Leo Lee",
                     *           "graduation_year": 2030,
                     *           "has_photo": false,
                     *           "guardians": [
                     *             {
                     *               "name": "Kim Lee",
                     *               "relation": "mother"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StudentListDetail"];
                };
            };
        };
    };
    deleteList: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the list as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description One of the caller's own lists. */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeList: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the list as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description One of the caller's own lists. */
                listId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada turns ten"
                 *     }
                 */
                "application/json": components["schemas"]["StudentListInput"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "name": "Ada turns ten",
                     *       "description": "Saturday at three",
                     *       "student_count": 1,
                     *       "guardian_count": 1,
                     *       "created_at": "2026-10-05T14:10:00.000Z",
                     *       "updated_at": "2026-10-05T14:10:07.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StudentList"];
                };
            };
        };
    };
    listListCandidates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of the caller's own lists. */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every parent of the school, to choose from; by last name, then first name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "membership_id": "00000000-0000-4000-8000-000000000001",
                     *         "first_name": "Sami",
                     *         "last_name": "Haddad",
                     *         "name": "Sami Haddad",
                     *         "students": [
                     *           {
                     *             "id": "00000000-0000-4000-8000-000000000002",
                     *             "name": "Noor Haddad",
                     *             "graduation_year": 2031
                     *           }
                     *         ]
                     *       },
                     *       {
                     *         "membership_id": "00000000-0000-4000-8000-000000000003",
                     *         "first_name": "Kim",
                     *         "last_name": "Lee",
                     *         "name": "Kim Lee",
                     *         "students": [
                     *           {
                     *             "id": "00000000-0000-4000-8000-000000000004",
                     *             "name": "Leo Lee",
                     *             "graduation_year": 2030
                     *           }
                     *         ]
                     *       },
                     *       {
                     *         "membership_id": "00000000-0000-4000-8000-000000000005",
                     *         "first_name": "Maria",
                     *         "last_name": "Park",
                     *         "name": "Maria Park",
                     *         "students": [
                     *           {
                     *             "id": "00000000-0000-4000-8000-000000000006",
                     *             "name": "Ada Park",
                     *             "graduation_year": 2030
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OrganizationCandidate"][];
                };
            };
        };
    };
    exportList: {
        parameters: {
            query?: {
                /** @description Version of the format. Left out: what `Accept` says, as in `text/vcard;version=3.0`, else 4.0. */
                version?: "4.0" | "3.0";
            };
            header?: never;
            path: {
                /** @description One of the caller's own lists. */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One card a recipient. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/vcard": string;
                };
            };
        };
    };
    listListGuardians: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of the caller's own lists. */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The parents put on the list by themselves, by last name, then first name; deactivated members are left out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "list_id": "00000000-0000-4000-8000-000000000002",
                     *         "guardian_membership_id": "00000000-0000-4000-8000-000000000003",
                     *         "linked_student_id": "00000000-0000-4000-8000-000000000004",
                     *         "first_name": "Kim",
                     *         "last_name": "Lee",
                     *         "name": "Kim Lee",
                     *         "email": "kim.lee@example.org",
                     *         "phone": "+1 802 555 0103",
                     *         "address": {
                     *           "line1": "7 Maple Avenue",
                     *           "line2": null,
                     *           "city": "Barre",
                     *           "region": "VT",
                     *           "postal_code": "05641",
                     *           "country": "US"
                     *         },
                     *         "created_at": "2026-10-05T14:10:03.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ListGuardian"][];
                };
            };
        };
    };
    addListGuardian: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description One of the caller's own lists. */
                listId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "guardian_membership_id": "00000000-0000-4000-8000-000000000001",
                 *       "linked_student_id": "00000000-0000-4000-8000-000000000002"
                 *     }
                 */
                "application/json": components["schemas"]["ListGuardianInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000003",
                     *       "list_id": "00000000-0000-4000-8000-000000000004",
                     *       "guardian_membership_id": "00000000-0000-4000-8000-000000000001",
                     *       "linked_student_id": "00000000-0000-4000-8000-000000000002",
                     *       "first_name": "Kim",
                     *       "last_name": "Lee",
                     *       "name": "Kim Lee",
                     *       "email": "kim.lee@example.org",
                     *       "phone": "+1 802 555 0103",
                     *       "address": {
                     *         "line1": "7 Maple Avenue",
                     *         "line2": null,
                     *         "city": "Barre",
                     *         "region": "VT",
                     *         "postal_code": "05641",
                     *         "country": "US"
                     *       },
                     *       "created_at": "2026-10-05T14:10:03.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ListGuardian"];
                };
            };
        };
    };
    removeListGuardian: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An entry of the list: the `id` of a ListGuardian. */
                guardianId: string;
                /** @description One of the caller's own lists. */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMessageRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of the caller's own lists. */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description Whom a message to everyone reaches: the guardians of the students on the list and the parents on it, each person
             *     once, by name, without the caller and without deactivated members. A phone that its owner hides is hidden from
             *     admins too.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "guardian_membership_id": "00000000-0000-4000-8000-000000000001",
                     *         "guardian_id": "00000000-0000-4000-8000-000000000002",
                     *         "name": "Kim Lee",
                     *         "relation": "mother",
                     *         "student_id": "00000000-0000-4000-8000-000000000003",
                     *         "student_name": "Leo Lee",
                     *         "phone": "+18025550103",
                     *         "phone_hidden": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["MessageRecipient"][];
                };
            };
        };
    };
    addListStudent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of the caller's own lists. */
                listId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "student_id": "00000000-0000-4000-8000-000000000001"
                 *     }
                 */
                "application/json": components["schemas"]["ListStudentInput"];
            };
        };
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    removeListStudent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of the caller's own lists. */
                listId: string;
                /** @description The student. */
                studentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who the caller is, with one membership per school: enough to build a school switcher. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "email": "maria.park@example.org",
                     *         "first_name": "Maria",
                     *         "last_name": "Park",
                     *         "two_step_enabled": false
                     *       },
                     *       "memberships": [
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000002",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "school_name": "Lincoln School",
                     *           "school_short_name": "lincoln",
                     *           "time_zone": "America/New_York",
                     *           "role": "parent",
                     *           "status": "active",
                     *           "is_admin": false,
                     *           "profile_visibility": "full",
                     *           "address_visible": true,
                     *           "students": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000004",
                     *               "first_name": "Ada",
                     *               "last_name": "Park",
                     *               "graduation_year": 2030,
                     *               "restricted": false,
                     *               "has_restricted_guardian": false
                     *             }
                     *           ],
                     *           "editor_grants": [],
                     *           "joined_at": "2026-10-05T14:00:00.000Z"
                     *         }
                     *       ],
                     *       "is_fully_deactivated": false
                     *     }
                     */
                    "application/json": components["schemas"]["MeResponse"];
                };
            };
        };
    };
    setMyAddressVisibility: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address_visible": false
                 *     }
                 */
                "application/json": components["schemas"]["AddressVisibilityInput"];
            };
        };
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMyselfAsSeenByOthers: {
        parameters: {
            query: {
                /** @description One of the schools of the caller. */
                schoolId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller and their students exactly as an unrelated parent of the school sees them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "guardian": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "membership_id": "00000000-0000-4000-8000-000000000002",
                     *         "name": "Maria Park",
                     *         "relation": "mother",
                     *         "email": "maria.park@example.org",
                     *         "phone": "+1 802 555 0101",
                     *         "has_photo": false,
                     *         "restricted": false
                     *       },
                     *       "students": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "school_id": "00000000-0000-4000-8000-000000000004",
                     *           "first_name": "Ada",
                     *           "legal_first_name": null,
                     *           "legal_last_name": null,
                     *           "middle_name": null,
                     *           "last_name": "Park",
                     *           "preferred_name": null,
                     *           "graduation_year": 2030,
                     *           "grade": null,
                     *           "email": null,
                     *           "phone": null,
                     *           "latitude": 44.1971,
                     *           "longitude": -72.5021,
                     *           "name": "Ada Park",
                     *           "address": {
                     *             "line1": "1 Elm Street",
                     *             "line2": null,
                     *             "city": "Barre",
                     *             "region": "VT",
                     *             "postal_code": "05641",
                     *             "country": "US"
                     *           },
                     *           "address_visible": true,
                     *           "has_photo": false,
                     *           "guardians": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000001",
                     *               "membership_id": "00000000-0000-4000-8000-000000000002",
                     *               "name": "Maria Park",
                     *               "relation": "mother",
                     *               "email": "maria.park@example.org",
                     *               "phone": "+1 802 555 0101",
                     *               "has_photo": false,
                     *               "restricted": false
                     *             },
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000005",
                     *               "membership_id": "00000000-0000-4000-8000-000000000006",
                     *               "name": "Juan Ruiz",
                     *               "relation": "father",
                     *               "email": null,
                     *               "phone": null,
                     *               "has_photo": false,
                     *               "restricted": false
                     *             }
                     *           ],
                     *           "organizations": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000007",
                     *               "short_name": "cross-country",
                     *               "name": "Cross Country",
                     *               "kind": "team"
                     *             }
                     *           ],
                     *           "is_own": false,
                     *           "starred": false,
                     *           "notes": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AsSeenByOthers"];
                };
            };
        };
    };
    listMyClaims: {
        parameters: {
            query?: {
                /** @description Of one school; without it, of all of the caller's. */
                schoolId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the caller has claimed in all of their schools that have sign-ups turned on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "claims": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "signup_id": "00000000-0000-4000-8000-000000000002",
                     *           "item_id": "00000000-0000-4000-8000-000000000003",
                     *           "quantity": 2,
                     *           "status": "confirmed",
                     *           "waitlist_position": null,
                     *           "student_id": null,
                     *           "comment": "One without nuts",
                     *           "answers": [],
                     *           "created_at": "2026-10-05T14:51:02.000Z",
                     *           "updated_at": "2026-10-05T14:51:02.000Z",
                     *           "school_id": "00000000-0000-4000-8000-000000000004",
                     *           "signup_title": "Bake sale",
                     *           "item_title": "Cake",
                     *           "starts_at": null,
                     *           "ends_at": null,
                     *           "location": "Gym"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MyClaims"];
                };
            };
        };
    };
    getMyConfirmation: {
        parameters: {
            query: {
                /** @description One of the schools of the caller. */
                schoolId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description What a school has on file of the caller and their family, and whether it asks if that is still right. What is wrong of a student
             *     is told with a correction; own contact and choices are changed as always.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "round": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "opened_at": "2026-10-05T15:07:00.000Z",
                     *         "due_on": "2026-10-30",
                     *         "message": "Please look, and tell us what is wrong.",
                     *         "confirmed_at": null
                     *       },
                     *       "contact": {
                     *         "first_name": "Maria",
                     *         "last_name": "Park",
                     *         "phone": "+1 802 555 0101"
                     *       },
                     *       "profile_visibility": "full",
                     *       "address_visible": true,
                     *       "students": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "name": "Ada Park",
                     *           "graduation_year": 2030,
                     *           "grade": null,
                     *           "address": {
                     *             "line1": "1 Elm Street",
                     *             "line2": null,
                     *             "city": "Barre",
                     *             "region": "VT",
                     *             "postal_code": "05641",
                     *             "country": "US"
                     *           },
                     *           "relation": "mother",
                     *           "guardians": [
                     *             {
                     *               "name": "Maria Park",
                     *               "relation": "mother"
                     *             },
                     *             {
                     *               "name": "Juan Ruiz",
                     *               "relation": "father"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MyConfirmation"];
                };
            };
        };
    };
    confirmMyRecords: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A round of confirmation: `round.id` of GET /me/confirmation. */
                roundId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMyContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's name and phone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "first_name": "Sami",
                     *       "last_name": "Haddad",
                     *       "phone": ""
                     *     }
                     */
                    "application/json": components["schemas"]["MyContact"];
                };
            };
        };
    };
    updateMyContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the contact as the caller last read it. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "first_name": "Sami",
                 *       "last_name": "Haddad",
                 *       "phone": "+1 802 555 0144"
                 *     }
                 */
                "application/json": components["schemas"]["MyContactInput"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "first_name": "Sami",
                     *       "last_name": "Haddad",
                     *       "phone": "+1 802 555 0144"
                     *     }
                     */
                    "application/json": components["schemas"]["MyContact"];
                };
            };
        };
    };
    listMyCorrections: {
        parameters: {
            query?: {
                /** @description One of the schools of the caller; without it, all of them. */
                schoolId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the caller has proposed, of students who are theirs now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "corrections": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "student_id": "00000000-0000-4000-8000-000000000002",
                     *           "student_name": "Ada Park",
                     *           "field": "phone",
                     *           "present": null,
                     *           "proposed": "+1 212 555 0177",
                     *           "comment": "It is a new number.",
                     *           "state": "open",
                     *           "answer": null,
                     *           "by_name": "Maria Park",
                     *           "created_at": "2026-10-05T15:08:00.000Z",
                     *           "settled_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Corrections"];
                };
            };
        };
    };
    listMyDisclosures: {
        parameters: {
            query?: {
                /** @description One of the schools of the caller; without it, all of them. */
                schoolId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description When the contact and address data of the caller's family was read: by which role and how often. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "disclosures": [
                     *         {
                     *           "at": "2026-10-05T14:51:12.000Z",
                     *           "school_id": "00000000-0000-4000-8000-000000000001",
                     *           "reader_role": "senior_admin",
                     *           "operation": "exportSignupClaims",
                     *           "subject": "contact",
                     *           "count": 1
                     *         },
                     *         {
                     *           "at": "2026-10-05T14:51:10.000Z",
                     *           "school_id": "00000000-0000-4000-8000-000000000001",
                     *           "reader_role": "senior_admin",
                     *           "operation": "getManagedSignup",
                     *           "subject": "contact",
                     *           "count": 1
                     *         },
                     *         {
                     *           "at": "2026-10-05T14:40:07.000Z",
                     *           "school_id": "00000000-0000-4000-8000-000000000001",
                     *           "reader_role": "parent",
                     *           "operation": "addOrganizationParent",
                     *           "subject": "contact",
                     *           "count": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MyDisclosures"];
                };
            };
        };
    };
    exportMyData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description Everything the service holds on the caller, as one document to keep; of secrets only whether they are set. It is sent
             *     while it is written, one at a time for a person.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "exported_at": "2026-10-05T15:06:02.000Z",
                     *       "account": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "email": "maria.park@example.org",
                     *         "email_verified_at": "2026-10-05T14:00:00.000Z",
                     *         "two_step_enabled": false,
                     *         "password_set": false,
                     *         "authenticator_set": false,
                     *         "recovery_codes_left": 0,
                     *         "addresses": [
                     *           {
                     *             "email": "maria.park@example.org",
                     *             "verified_at": "2026-10-05T14:00:00.000Z"
                     *           }
                     *         ],
                     *         "passkeys": [],
                     *         "created_at": "2026-10-05T14:00:00.000Z"
                     *       },
                     *       "contact": {
                     *         "first_name": "Maria",
                     *         "last_name": "Park",
                     *         "phone": null,
                     *         "profile_visibility": "full",
                     *         "address_visible": true,
                     *         "visibility_chosen": false,
                     *         "address_chosen": false
                     *       },
                     *       "memberships": [
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000002",
                     *           "school_name": "Lincoln School",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "role": "parent",
                     *           "first_name": "Maria",
                     *           "last_name": "Park",
                     *           "phone": null,
                     *           "profile_visibility": "full",
                     *           "hidden_by_default": false,
                     *           "deactivated_at": null,
                     *           "joined_at": "2026-10-05T14:00:00.000Z",
                     *           "students_gone_at": null,
                     *           "status": "active"
                     *         }
                     *       ],
                     *       "guardian_records": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000004",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "student_id": "00000000-0000-4000-8000-000000000005",
                     *           "source": "...",
                     *           "first_name": "Maria",
                     *           "last_name": "Park",
                     *           "email": "maria.park@example.org",
                     *           "phone": "+1 802 555 0101",
                     *           "relation": "mother",
                     *           "is_primary": true,
                     *           "profile_visibility": "full",
                     *           "hidden_by_default": false,
                     *           "mails_ended_at": null,
                     *           "restricted_at": null,
                     *           "restricted_until": null,
                     *           "created_at": "2026-10-05T14:00:00.000Z"
                     *         }
                     *       ],
                     *       "staff_records": [],
                     *       "notes": [
                     *         {
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "student_id": "00000000-0000-4000-8000-000000000006",
                     *           "body": "Allergic to nuts.",
                     *           "created_at": "2026-10-05T14:06:00.000Z",
                     *           "updated_at": "2026-10-05T14:06:00.000Z"
                     *         }
                     *       ],
                     *       "stars": [],
                     *       "lists": [],
                     *       "organizations": [],
                     *       "results": [],
                     *       "event_rsvps": [
                     *         {
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "event_id": "00000000-0000-4000-8000-000000000007",
                     *           "title": "Science fair",
                     *           "date": "2026-10-22",
                     *           "student_id": "00000000-0000-4000-8000-000000000005",
                     *           "answer": "yes",
                     *           "comment": "We bring the volcano",
                     *           "answered_at": "2026-10-05T14:35:04.000Z",
                     *           "ended_at": null
                     *         }
                     *       ],
                     *       "departures": [],
                     *       "former_memberships": [],
                     *       "withdrawals": [],
                     *       "calendar_subscriptions": [],
                     *       "menu_subscriptions": [],
                     *       "app_passwords": [],
                     *       "photos": [],
                     *       "attachments": [],
                     *       "sessions": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000008",
                     *           "client_name": "Operator",
                     *           "created_at": "2026-10-05T14:00:00.000Z",
                     *           "last_used_at": "2026-10-05T14:00:00.000Z",
                     *           "expires_at": "2026-10-05T18:00:00.000Z",
                     *           "revoked_at": null,
                     *           "two_step_at": null
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000009",
                     *           "client_name": "Operator",
                     *           "created_at": "2026-10-05T15:05:01.000Z",
                     *           "last_used_at": "2026-10-05T15:05:01.000Z",
                     *           "expires_at": "2026-10-05T16:05:01.000Z",
                     *           "revoked_at": "2026-10-05T15:05:03.000Z",
                     *           "two_step_at": null
                     *         }
                     *       ],
                     *       "invitations": [],
                     *       "documents": [],
                     *       "notices": [],
                     *       "readings": [],
                     *       "acknowledgements": [],
                     *       "poll_responses": [
                     *         {
                     *           "poll_id": "00000000-0000-4000-8000-000000000010",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "title": "Where shall the picnic be?",
                     *           "submitted_at": "2026-10-05T14:50:01.000Z",
                     *           "answers": [
                     *             {
                     *               "question": "The place",
                     *               "choice": "At the lake"
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "poll_id": "00000000-0000-4000-8000-000000000011",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "title": "Summer picnic",
                     *           "submitted_at": "2026-10-05T14:50:06.000Z",
                     *           "answers": [
                     *             {
                     *               "question": "Which day suits you?",
                     *               "choice": "Friday"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "signup_claims": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000012",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "signup_id": "00000000-0000-4000-8000-000000000013",
                     *           "signup_title": "Bake sale",
                     *           "item_title": "Cake",
                     *           "student_id": null,
                     *           "quantity": 1,
                     *           "status": "withdrawn",
                     *           "comment": "One without nuts",
                     *           "answers": [],
                     *           "created_at": "2026-10-05T14:51:02.000Z",
                     *           "updated_at": "2026-10-05T14:51:05.000Z"
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000014",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "signup_id": "00000000-0000-4000-8000-000000000015",
                     *           "signup_title": "School garden",
                     *           "item_title": "Watering",
                     *           "student_id": null,
                     *           "quantity": 1,
                     *           "status": "confirmed",
                     *           "comment": null,
                     *           "answers": [],
                     *           "created_at": "2026-10-05T14:51:09.000Z",
                     *           "updated_at": "2026-10-05T14:51:09.000Z"
                     *         }
                     *       ],
                     *       "confirmations": [],
                     *       "corrections": [],
                     *       "visibility_changes": [],
                     *       "notifications": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000016",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "kind": "document_created",
                     *           "title": "Bus routes",
                     *           "body": null,
                     *           "target_type": "document",
                     *           "target_id": "00000000-0000-4000-8000-000000000017",
                     *           "read_at": "2026-10-05T14:26:03.000Z",
                     *           "created_at": "2026-10-05T14:20:01.000Z",
                     *           "mail": {
                     *             "state": "waiting",
                     *             "attempts": 0,
                     *             "ended_at": null
                     *           }
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000018",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "kind": "notice_created",
                     *           "title": "Picture day is on Friday",
                     *           "body": null,
                     *           "target_type": "notice",
                     *           "target_id": "00000000-0000-4000-8000-000000000019",
                     *           "read_at": "2026-10-05T14:26:02.000Z",
                     *           "created_at": "2026-10-05T14:25:00.000Z",
                     *           "mail": {
                     *             "state": "waiting",
                     *             "attempts": 0,
                     *             "ended_at": null
                     *           }
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000020",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "kind": "event_cancelled",
                     *           "title": "Science fair",
                     *           "body": null,
                     *           "target_type": "event",
                     *           "target_id": "00000000-0000-4000-8000-000000000007",
                     *           "read_at": null,
                     *           "created_at": "2026-10-05T14:35:08.000Z",
                     *           "mail": {
                     *             "state": "waiting",
                     *             "attempts": 0,
                     *             "ended_at": null
                     *           }
                     *         }
                     *       ],
                     *       "mail_choices": [],
                     *       "quiet_hours": [],
                     *       "bounces": [],
                     *       "permission_slip_responses": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000025",
                     *           "revision": 1,
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "slip_id": "00000000-0000-4000-8000-000000000026",
                     *           "slip_title": "Museum trip",
                     *           "state": "superseded",
                     *           "decision": "granted",
                     *           "answers": [],
                     *           "note": null,
                     *           "account_email": "maria.park@example.org",
                     *           "signed_by_name": "Maria Park",
                     *           "relation": "mother",
                     *           "signature_png_base64": null,
                     *           "signed_at": "2026-10-05T14:55:02.000Z",
                     *           "statement": "I allow my child to take part.",
                     *           "statement_version": 1,
                     *           "statement_sha256": "...",
                     *           "ip_address": "127.0.0.1",
                     *           "user_agent": "node",
                     *           "session_id": "00000000-0000-4000-8000-000000000008",
                     *           "created_at": "2026-10-05T14:55:02.000Z",
                     *           "ended_at": "2026-10-05T14:55:05.000Z",
                     *           "student_ids": [
                     *             "00000000-0000-4000-8000-000000000005"
                     *           ]
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000025",
                     *           "revision": 2,
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "slip_id": "00000000-0000-4000-8000-000000000026",
                     *           "slip_title": "Museum trip",
                     *           "state": "withdrawn",
                     *           "decision": "declined",
                     *           "answers": [],
                     *           "note": "She has a cold.",
                     *           "account_email": "maria.park@example.org",
                     *           "signed_by_name": "Maria Park",
                     *           "relation": "mother",
                     *           "signature_png_base64": null,
                     *           "signed_at": "2026-10-05T14:55:05.000Z",
                     *           "statement": "I allow my child to take part.",
                     *           "statement_version": 1,
                     *           "statement_sha256": "...",
                     *           "ip_address": "127.0.0.1",
                     *           "user_agent": "node",
                     *           "session_id": "00000000-0000-4000-8000-000000000008",
                     *           "created_at": "2026-10-05T14:55:05.000Z",
                     *           "ended_at": "2026-10-05T14:55:06.000Z",
                     *           "student_ids": [
                     *             "00000000-0000-4000-8000-000000000005"
                     *           ]
                     *         }
                     *       ],
                     *       "linked_students": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000005",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "first_name": "Ada",
                     *           "legal_first_name": null,
                     *           "legal_last_name": null,
                     *           "middle_name": null,
                     *           "last_name": "Park",
                     *           "preferred_name": null,
                     *           "graduation_year": 2030,
                     *           "grade": null,
                     *           "email": null,
                     *           "phone": null,
                     *           "latitude": 44.1971,
                     *           "longitude": -72.5021,
                     *           "name": "Ada Park",
                     *           "address": {
                     *             "line1": "1 Elm Street",
                     *             "line2": null,
                     *             "city": "Barre",
                     *             "region": "VT",
                     *             "postal_code": "05641",
                     *             "country": "US"
                     *           },
                     *           "address_visible": true,
                     *           "has_photo": false,
                     *           "guardians": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000004",
                     *               "membership_id": "00000000-0000-4000-8000-000000000002",
                     *               "name": "Maria Park",
                     *               "relation": "mother",
                     *               "email": "maria.park@example.org",
                     *               "phone": "+1 802 555 0101",
                     *               "has_photo": false,
                     *               "restricted": false
                     *             },
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000027",
                     *               "membership_id": "00000000-0000-4000-8000-000000000028",
                     *               "name": "Juan Ruiz",
                     *               "relation": "father",
                     *               "email": null,
                     *               "phone": null,
                     *               "has_photo": false,
                     *               "restricted": false
                     *             }
                     *           ],
                     *           "organizations": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000029",
                     *               "short_name": "cross-country",
                     *               "name": "Cross Country",
                     *               "kind": "team"
                     *             }
                     *           ],
                     *           "is_own": true,
                     *           "starred": false,
                     *           "notes": []
                     *         }
                     *       ],
                     *       "disclosures": [
                     *         {
                     *           "at": "2026-10-05T14:51:12.000Z",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "reader_role": "senior_admin",
                     *           "operation": "exportSignupClaims",
                     *           "subject": "contact",
                     *           "count": 1
                     *         },
                     *         {
                     *           "at": "2026-10-05T14:51:10.000Z",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "reader_role": "senior_admin",
                     *           "operation": "getManagedSignup",
                     *           "subject": "contact",
                     *           "count": 1
                     *         },
                     *         {
                     *           "at": "2026-10-05T14:40:07.000Z",
                     *           "school_id": "00000000-0000-4000-8000-000000000003",
                     *           "reader_role": "parent",
                     *           "operation": "addOrganizationParent",
                     *           "subject": "contact",
                     *           "count": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PersonExport"];
                };
            };
        };
    };
    leaveSchool: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description One of the caller's own memberships. */
                membershipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMyMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which mail the caller gets of each school, and when. Everything comes at once until they choose otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "schools": [
                     *         {
                     *           "school_id": "00000000-0000-4000-8000-000000000001",
                     *           "kinds": {
                     *             "notices": "instant",
                     *             "documents": "instant",
                     *             "polls": "instant",
                     *             "signups": "instant",
                     *             "permission_slips": "instant",
                     *             "events": "instant",
                     *             "own_answers": "instant"
                     *           },
                     *           "paused": false
                     *         }
                     *       ],
                     *       "quiet": null
                     *     }
                     */
                    "application/json": components["schemas"]["MyMail"];
                };
            };
        };
    };
    changeMyMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schools": [
                 *         {
                 *           "school_id": "00000000-0000-4000-8000-000000000001",
                 *           "kinds": {
                 *             "documents": "daily"
                 *           }
                 *         }
                 *       ],
                 *       "quiet": {
                 *         "from": "21:00",
                 *         "to": "07:00"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MyMailInput"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "schools": [
                     *         {
                     *           "school_id": "00000000-0000-4000-8000-000000000001",
                     *           "kinds": {
                     *             "notices": "instant",
                     *             "documents": "daily",
                     *             "polls": "instant",
                     *             "signups": "instant",
                     *             "permission_slips": "instant",
                     *             "events": "instant",
                     *             "own_answers": "instant"
                     *           },
                     *           "paused": false
                     *         }
                     *       ],
                     *       "quiet": {
                     *         "from": "21:00",
                     *         "to": "07:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MyMail"];
                };
            };
        };
    };
    listOutstanding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is open and waits for the caller's answer, in all their schools that have its feature turned on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "kind": "signup",
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "title": "Bake sale",
                     *           "student_id": null,
                     *           "due_at": "2026-10-17T00:00:00.000Z",
                     *           "deep_link": "https://directory.example.org/schools/00000000-0000-4000-8000-000000000002/signups/00000000-0000-4000-8000-000000000001"
                     *         },
                     *         {
                     *           "kind": "permission_slip",
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "title": "Museum trip",
                     *           "student_id": "00000000-0000-4000-8000-000000000004",
                     *           "due_at": null,
                     *           "deep_link": "https://directory.example.org/schools/00000000-0000-4000-8000-000000000002/permission-slips/00000000-0000-4000-8000-000000000003"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Outstanding"];
                };
            };
        };
    };
    confirmMyPhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "photo_key": "parent-photos/00000000-0000-4000-8000-000000000001.jpg"
                 *     }
                 */
                "application/json": components["schemas"]["PhotoConfirmation"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "photo_key": "parent-photos/00000000-0000-4000-8000-000000000001.jpg",
                     *       "content_type": "image/jpeg",
                     *       "width": 64,
                     *       "height": 48,
                     *       "updated_at": "2026-10-05T14:15:06.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfirmedPhoto"];
                };
            };
        };
    };
    deleteMyPhoto: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createMyPhotoUploadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content_type": "image/jpeg"
                 *     }
                 */
                "application/json": components["schemas"]["PhotoUploadRequest"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "upload_url": "https://directory.example.org/storage/staging/00000000-0000-4000-8000-000000000001/parent-photo.jpg?...",
                     *       "method": "PUT",
                     *       "headers": {
                     *         "Content-Type": "image/jpeg"
                     *       },
                     *       "photo_key": "parent-photos/00000000-0000-4000-8000-000000000002.jpg",
                     *       "max_bytes": 5242880,
                     *       "expires_at": "2026-10-05T14:20:05.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhotoUploadUrl"];
                };
            };
        };
    };
    setMyProfileVisibility: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "profile_visibility": "name_only"
                 *     }
                 */
                "application/json": components["schemas"]["ProfileVisibilityInput"];
            };
        };
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions in which the caller is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessions": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "client_name": "Operator",
                     *           "created_at": "2026-10-05T15:05:01.000Z",
                     *           "last_used_at": "2026-10-05T15:05:01.000Z",
                     *           "two_step": false,
                     *           "current": false
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "client_name": "Operator",
                     *           "created_at": "2026-10-05T14:00:00.000Z",
                     *           "last_used_at": "2026-10-05T14:00:00.000Z",
                     *           "two_step": false,
                     *           "current": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MySessions"];
                };
            };
        };
    };
    endMySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A session of the caller. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getNotificationLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of the caller's own notifications. */
                notificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description Where the notification leads, and whether the caller may still go there. Of a target that is gone it says why, and
             *     neither title nor text. Asking does not mark it as read.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "school_id": "00000000-0000-4000-8000-000000000001",
                     *       "target_type": "notice",
                     *       "target_id": "00000000-0000-4000-8000-000000000002",
                     *       "organization_id": null,
                     *       "api_path": "/api/v1/schools/00000000-0000-4000-8000-000000000001/notices/00000000-0000-4000-8000-000000000002",
                     *       "web_url": "https://directory.example.org/schools/00000000-0000-4000-8000-000000000001/notices/00000000-0000-4000-8000-000000000002",
                     *       "available": true,
                     *       "unavailable_reason": null
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationLink"];
                };
            };
        };
    };
    markNotificationRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of the caller's own notifications. */
                notificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An organization with its description and leadership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "kind": "team",
                     *       "name": "Cross Country",
                     *       "short_name": "cross-country",
                     *       "category": null,
                     *       "season": "Fall 2026",
                     *       "is_member": true,
                     *       "can_edit": false,
                     *       "archived": false,
                     *       "student_count": 2,
                     *       "has_photo": false,
                     *       "description": "<p>We run in the mud.</p>",
                     *       "website": null,
                     *       "meeting_info": "Tuesdays and Thursdays at 3:30, at the oak.",
                     *       "leadership": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "type": "parent",
                     *           "person_id": "00000000-0000-4000-8000-000000000004",
                     *           "name": "Kim Lee",
                     *           "title": "Coach",
                     *           "position": 1
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000005",
                     *           "type": "student",
                     *           "person_id": "00000000-0000-4000-8000-000000000006",
                     *           "name": "Ada Park",
                     *           "title": "Captain",
                     *           "position": 2
                     *         }
                     *       ],
                     *       "next_event": null,
                     *       "record": {
                     *         "season": "Fall 2026",
                     *         "wins": 0,
                     *         "losses": 0,
                     *         "ties": 0,
                     *         "points_for": 0,
                     *         "points_against": 0,
                     *         "streak": ""
                     *       },
                     *       "counts": {
                     *         "photos": 0,
                     *         "documents": 0,
                     *         "notices": 0,
                     *         "polls": 0,
                     *         "signups": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationDetail"];
                };
            };
        };
    };
    changeOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the organization as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "meeting_info": "Tuesdays and Thursdays at 3:30, at the oak."
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "kind": "team",
                     *       "name": "Cross Country",
                     *       "short_name": "cross-country",
                     *       "category": null,
                     *       "season": "Fall 2026",
                     *       "is_member": true,
                     *       "can_edit": true,
                     *       "archived": false,
                     *       "student_count": 2,
                     *       "has_photo": false,
                     *       "description": "<p>We run in the mud.</p>",
                     *       "website": null,
                     *       "meeting_info": "Tuesdays and Thursdays at 3:30, at the oak.",
                     *       "leadership": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "type": "parent",
                     *           "person_id": "00000000-0000-4000-8000-000000000004",
                     *           "name": "Kim Lee",
                     *           "title": "Coach",
                     *           "position": 1
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000005",
                     *           "type": "student",
                     *           "person_id": "00000000-0000-4000-8000-000000000006",
                     *           "name": "Ada Park",
                     *           "title": "Captain",
                     *           "position": 2
                     *         }
                     *       ],
                     *       "next_event": null,
                     *       "record": null,
                     *       "counts": {
                     *         "photos": 0,
                     *         "documents": 0,
                     *         "notices": 0,
                     *         "polls": 0,
                     *         "signups": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationDetail"];
                };
            };
        };
    };
    listOrganizationCandidates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whom a manager may add as a parent: every parent of the school who is not on the roster yet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "membership_id": "00000000-0000-4000-8000-000000000001",
                     *         "first_name": "Sami",
                     *         "last_name": "Haddad",
                     *         "name": "Sami Haddad",
                     *         "students": [
                     *           {
                     *             "id": "00000000-0000-4000-8000-000000000002",
                     *             "name": "Noor Haddad",
                     *             "graduation_year": 2031
                     *           }
                     *         ]
                     *       },
                     *       {
                     *         "membership_id": "00000000-0000-4000-8000-000000000003",
                     *         "first_name": "Kim",
                     *         "last_name": "Lee",
                     *         "name": "Kim Lee",
                     *         "students": [
                     *           {
                     *             "id": "00000000-0000-4000-8000-000000000004",
                     *             "name": "Leo Lee",
                     *             "graduation_year": 2030
                     *           }
                     *         ]
                     *       },
                     *       {
                     *         "membership_id": "00000000-0000-4000-8000-000000000005",
                     *         "first_name": "Maria",
                     *         "last_name": "Park",
                     *         "name": "Maria Park",
                     *         "students": [
                     *           {
                     *             "id": "00000000-0000-4000-8000-000000000006",
                     *             "name": "Ada Park",
                     *             "graduation_year": 2030
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OrganizationCandidate"][];
                };
            };
        };
    };
    replaceOrganizationLeadership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "leaders": [
                 *         {
                 *           "type": "parent",
                 *           "person_id": "00000000-0000-4000-8000-000000000001",
                 *           "title": "Coach"
                 *         },
                 *         {
                 *           "type": "student",
                 *           "person_id": "00000000-0000-4000-8000-000000000002",
                 *           "title": "Captain"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["LeadershipInput"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "leadership": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "type": "parent",
                     *           "person_id": "00000000-0000-4000-8000-000000000001",
                     *           "name": "Kim Lee",
                     *           "title": "Coach",
                     *           "position": 1
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000004",
                     *           "type": "student",
                     *           "person_id": "00000000-0000-4000-8000-000000000002",
                     *           "name": "Ada Park",
                     *           "title": "Captain",
                     *           "position": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Leadership"];
                };
            };
        };
    };
    listNearbyFamilies: {
        parameters: {
            query: {
                /** @description One of the caller's own students; anyone else is 404. */
                studentId: string;
            };
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description The families of the roster who live nearest to one of the caller's own students. Families that hide their address
             *     are left out, and so is the caller's own; empty while the student's own place is not known.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "families": [
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000001",
                     *           "name": "Leo Lee",
                     *           "distance_km": 0.8,
                     *           "guardians": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000002",
                     *               "membership_id": "00000000-0000-4000-8000-000000000003",
                     *               "name": "Kim Lee",
                     *               "relation": "mother",
                     *               "has_photo": false,
                     *               "email": "kim.lee@example.org",
                     *               "phone": "+1 802 555 0103"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NearbyFamilies"];
                };
            };
        };
    };
    addOrganizationParent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "membership_id": "00000000-0000-4000-8000-000000000001",
                 *       "title": "Driver"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationParentInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "membership_id": "00000000-0000-4000-8000-000000000001",
                     *       "name": "Maria Park",
                     *       "title": "Driver",
                     *       "email": "maria.park@example.org",
                     *       "phone": "+1 802 555 0101"
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationParent"];
                };
            };
        };
    };
    removeOrganizationParent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The parent's membership. */
                membershipId: string;
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listOrganizationPhotos: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photos of an organization; each is shown from an address of its own. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "photos": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "caption": "At the start",
                     *           "width": 64,
                     *           "height": 48,
                     *           "uploaded_by_name": "Kim Lee",
                     *           "created_at": "2026-10-05T14:45:06.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationPhotos"];
                };
            };
        };
    };
    addOrganizationPhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "photo_key": "organization-photos/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002.jpg",
                 *       "caption": "At the start"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationPhotoInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000002",
                     *       "caption": "At the start",
                     *       "width": 64,
                     *       "height": 48,
                     *       "uploaded_by_name": "Kim Lee",
                     *       "created_at": "2026-10-05T14:45:06.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationPhoto"];
                };
            };
        };
    };
    deleteOrganizationPhoto: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
                /** @description A photo of the organization. */
                photoId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganizationPhotoDownloadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
                /** @description A photo of the organization. */
                photoId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An address to show a photo of the organization from, good for five minutes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://directory.example.org/storage/organization-photos/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002.jpg?...",
                     *       "expires_at": "2026-10-05T14:50:08.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhotoDownloadUrl"];
                };
            };
        };
    };
    createOrganizationPhotoUploadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content_type": "image/jpeg"
                 *     }
                 */
                "application/json": components["schemas"]["PhotoUploadRequest"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "upload_url": "https://directory.example.org/storage/staging/00000000-0000-4000-8000-000000000001/organization-photos/00000000-0000-4000-8000-000000000002/00000000-0000-4000-8000-000000000003.jpg?...",
                     *       "method": "PUT",
                     *       "headers": {
                     *         "Content-Type": "image/jpeg"
                     *       },
                     *       "photo_key": "organization-photos/00000000-0000-4000-8000-000000000002/00000000-0000-4000-8000-000000000003.jpg",
                     *       "max_bytes": 5242880,
                     *       "expires_at": "2026-10-05T14:50:05.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhotoUploadUrl"];
                };
            };
        };
    };
    listOrganizationResults: {
        parameters: {
            query?: {
                /** @description There are results of the organization's own season alone: any other has none. */
                season?: string | null;
            };
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description How the events ended that are addressed to the caller or managed by them, those that were called off included, and
             *     the record that follows from these results.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "record": {
                     *         "season": "Fall 2026",
                     *         "wins": 0,
                     *         "losses": 0,
                     *         "ties": 0,
                     *         "points_for": 0,
                     *         "points_against": 0,
                     *         "streak": ""
                     *       },
                     *       "results": [
                     *         {
                     *           "event_id": "00000000-0000-4000-8000-000000000001",
                     *           "date": "2026-10-03",
                     *           "opponent": null,
                     *           "outcome": "placed",
                     *           "score_for": null,
                     *           "score_against": null,
                     *           "place": 2,
                     *           "field_size": 14,
                     *           "summary": "Mud to the knees.",
                     *           "recorded_by_name": "Kim Lee",
                     *           "updated_at": "2026-10-05T14:45:01.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationResults"];
                };
            };
        };
    };
    putOrganizationResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
                eventId: string;
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "placed",
                 *       "place": 2,
                 *       "field_size": 14,
                 *       "summary": "Mud to the knees."
                 *     }
                 */
                "application/json": components["schemas"]["ResultInput"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "00000000-0000-4000-8000-000000000001",
                     *       "date": "2026-10-03",
                     *       "opponent": null,
                     *       "outcome": "placed",
                     *       "score_for": null,
                     *       "score_against": null,
                     *       "place": 2,
                     *       "field_size": 14,
                     *       "summary": "Mud to the knees.",
                     *       "recorded_by_name": "Kim Lee",
                     *       "updated_at": "2026-10-05T14:45:01.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EventResult"];
                };
            };
        };
    };
    removeOrganizationResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
                eventId: string;
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganizationRoster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The students and the parents of an organization; of a class, the students enrolled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "students": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "first_name": "Noor",
                     *           "last_name": "Haddad",
                     *           "name": "Noor Haddad",
                     *           "graduation_year": 2031,
                     *           "has_photo": false,
                     *           "guardians": [
                     *             {
                     *               "name": "Sami Haddad",
                     *               "relation": "father"
                     *             }
                     *           ],
                     *           "position": "Runner",
                     *           "jersey": "12"
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "first_name": "Leo",
                     *           "last_name": "Lee",
                     *           "name": "Leo Lee",
                     *           "graduation_year": 2030,
                     *           "has_photo": false,
                     *           "guardians": [
                     *             {
                     *               "name": "Kim Lee",
                     *               "relation": "mother"
                     *             }
                     *           ],
                     *           "position": null,
                     *           "jersey": null
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "first_name": "Ada",
                     *           "last_name": "Park",
                     *           "name": "Ada Park",
                     *           "graduation_year": 2030,
                     *           "has_photo": false,
                     *           "guardians": [
                     *             {
                     *               "name": "Maria Park",
                     *               "relation": "mother"
                     *             },
                     *             {
                     *               "name": "Juan Ruiz",
                     *               "relation": "father"
                     *             }
                     *           ],
                     *           "position": null,
                     *           "jersey": null
                     *         }
                     *       ],
                     *       "parents": []
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationRoster"];
                };
            };
        };
    };
    exportOrganizationRoster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A heading and a row for each student. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    printOrganizationRoster: {
        parameters: {
            query?: {
                /** @description `trip`: with guardians and their phones. `wall`: names and grades alone. */
                use?: "trip" | "wall";
            };
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    getOrganizationSchedule: {
        parameters: {
            query?: {
                from?: string;
                /** @description Inclusive, and not before `from`. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization's events that are addressed to the caller or managed by them, as the calendar shows them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "title": "Barre Invitational",
                     *           "description": null,
                     *           "location": null,
                     *           "all_day": false,
                     *           "starts_at": "2026-10-03T14:00:00.000Z",
                     *           "ends_at": "2026-10-03T16:00:00.000Z",
                     *           "start_date": "2026-10-03",
                     *           "end_date": "2026-10-03",
                     *           "time_zone": "America/New_York",
                     *           "category": {
                     *             "id": "00000000-0000-4000-8000-000000000002",
                     *             "name": "Athletics",
                     *             "color": "#B5482F"
                     *           },
                     *           "tags": [],
                     *           "organization_id": "00000000-0000-4000-8000-000000000003",
                     *           "organization_name": "Cross Country",
                     *           "series_id": null,
                     *           "original_start": null,
                     *           "is_exception": false,
                     *           "status": "confirmed",
                     *           "signup_id": null,
                     *           "permission_slip_id": null,
                     *           "rsvp": null,
                     *           "updated_at": "2026-10-05T14:00:00.000Z",
                     *           "event_type": "game",
                     *           "home_away": "home",
                     *           "opponent": null,
                     *           "arrival_at": null,
                     *           "uniform": null,
                     *           "result": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationSchedule"];
                };
            };
        };
    };
    addOrganizationStudent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "student_id": "00000000-0000-4000-8000-000000000001",
                 *       "position": "Runner",
                 *       "jersey": "12"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationStudentInput"];
            };
        };
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    removeOrganizationStudent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                organizationId: string;
                /** @description The student. */
                studentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getParentPhotoDownloadUrl: {
        parameters: {
            query?: {
                /**
                 * @description The longer side in pixels, at most: a WebP, without movement. Left out: the photo as it is, which also stands in for a
                 *     small picture that is not made yet.
                 */
                size?: 96 | 320;
            };
            header?: never;
            path: {
                /** @description The parent's membership. */
                parentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An address to show a parent's photo from, good for five minutes. They see in their disclosures that it was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://directory.example.org/storage/parent-photos/00000000-0000-4000-8000-000000000001.jpg?...",
                     *       "expires_at": "2026-10-05T14:20:07.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhotoDownloadUrl"];
                };
            };
        };
    };
    getPermissionSlip: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A permission slip that is addressed to the caller, from opens_at until visible_until; admins included. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "title": "Museum trip",
                     *       "summary": null,
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "event_id": null,
                     *       "opens_at": "2026-10-05T13:55:00.000Z",
                     *       "closes_at": null,
                     *       "visible_until": null,
                     *       "closed": false,
                     *       "answer_per": "student",
                     *       "my_students": [
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000003",
                     *           "name": "Ada Park",
                     *           "state": "granted"
                     *         }
                     *       ],
                     *       "outstanding": 0,
                     *       "body": "<p>We leave at 8:30.</p>",
                     *       "statement": "I allow my child to take part.",
                     *       "statement_version": 1,
                     *       "signature_required": true,
                     *       "second_guardian_required": false,
                     *       "questions": [],
                     *       "attachments": [],
                     *       "can_manage": false,
                     *       "totals": null,
                     *       "my_responses": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000004",
                     *           "slip_id": "00000000-0000-4000-8000-000000000001",
                     *           "student_id": "00000000-0000-4000-8000-000000000003",
                     *           "student_name": "Ada Park",
                     *           "decision": "granted",
                     *           "answers": [],
                     *           "note": null,
                     *           "revision": 1,
                     *           "state": "current",
                     *           "signed_by_name": "Maria Park",
                     *           "signed_by_membership_id": "00000000-0000-4000-8000-000000000005",
                     *           "relation": "mother",
                     *           "signed_at": "2026-10-05T14:55:02.000Z",
                     *           "statement_version": 1,
                     *           "statement_sha256": "...",
                     *           "can_edit": true,
                     *           "created_at": "2026-10-05T14:55:02.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PermissionSlipDetail"];
                };
            };
        };
    };
    getPermissionSlipAttachmentDownloadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A file of the item. */
                attachmentId: string;
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An address of a file of the slip, good for five minutes; for its managers of the scan of an answer, too. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://directory.example.org/storage/permission_slips/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002.png?...",
                     *       "expires_at": "2026-10-05T15:00:13.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhotoDownloadUrl"];
                };
            };
        };
    };
    getManagedPermissionSlip: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A slip with every student and the answers for them, for its managers: whatever its audience, before it opens and once it is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "title": "Planetarium",
                     *       "summary": null,
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "event_id": null,
                     *       "opens_at": "2026-09-01T06:00:00.000Z",
                     *       "closes_at": null,
                     *       "visible_until": null,
                     *       "closed": false,
                     *       "answer_per": "student",
                     *       "my_students": [],
                     *       "outstanding": 0,
                     *       "body": "<p>We go there by train.</p>",
                     *       "statement": "I allow my child to take part.",
                     *       "statement_version": 1,
                     *       "signature_required": true,
                     *       "second_guardian_required": false,
                     *       "questions": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "position": 0,
                     *           "type": "short_text",
                     *           "text": "Allergies?",
                     *           "required": false,
                     *           "private": true,
                     *           "required_on_decline": false,
                     *           "choices": []
                     *         }
                     *       ],
                     *       "attachments": [],
                     *       "can_manage": true,
                     *       "totals": {
                     *         "students": 4,
                     *         "granted": 1,
                     *         "declined": 0,
                     *         "outstanding": 3
                     *       },
                     *       "state": "open",
                     *       "audience": {
                     *         "type": "school",
                     *         "graduation_years": [],
                     *         "organization_ids": []
                     *       },
                     *       "audience_count": 5,
                     *       "deleted_at": null,
                     *       "my_responses": [],
                     *       "students": [
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000004",
                     *           "name": "Noor Haddad",
                     *           "graduation_year": 2031,
                     *           "state": "needed",
                     *           "decision": null,
                     *           "signed_by": [],
                     *           "signed_at": null,
                     *           "responses": []
                     *         },
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000005",
                     *           "name": "Leo Lee",
                     *           "graduation_year": 2030,
                     *           "state": "needed",
                     *           "decision": null,
                     *           "signed_by": [],
                     *           "signed_at": null,
                     *           "responses": []
                     *         },
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000006",
                     *           "name": "Grace Okafor",
                     *           "graduation_year": 2031,
                     *           "state": "needed",
                     *           "decision": null,
                     *           "signed_by": [],
                     *           "signed_at": null,
                     *           "responses": []
                     *         }
                     *       ],
                     *       "unprintable": []
                     *     }
                     */
                    "application/json": components["schemas"]["ManagedSlipDetail"];
                };
            };
        };
    };
    deletePermissionSlip: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changePermissionSlip: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "opens_at": "2026-09-01T06:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["SlipChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "title": "Planetarium",
                     *       "summary": null,
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "event_id": null,
                     *       "opens_at": "2026-09-01T06:00:00.000Z",
                     *       "closes_at": null,
                     *       "visible_until": null,
                     *       "closed": false,
                     *       "answer_per": "student",
                     *       "my_students": [],
                     *       "outstanding": 0,
                     *       "body": "<p>We go there by train.</p>",
                     *       "statement": "I allow my child to take part.",
                     *       "statement_version": 1,
                     *       "signature_required": true,
                     *       "second_guardian_required": false,
                     *       "questions": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "position": 0,
                     *           "type": "short_text",
                     *           "text": "Allergies?",
                     *           "required": false,
                     *           "private": true,
                     *           "required_on_decline": false,
                     *           "choices": []
                     *         }
                     *       ],
                     *       "attachments": [],
                     *       "can_manage": true,
                     *       "totals": {
                     *         "students": 4,
                     *         "granted": 0,
                     *         "declined": 0,
                     *         "outstanding": 4
                     *       },
                     *       "state": "open",
                     *       "audience": {
                     *         "type": "school",
                     *         "graduation_years": [],
                     *         "organization_ids": []
                     *       },
                     *       "audience_count": 5,
                     *       "deleted_at": null,
                     *       "my_responses": [],
                     *       "students": [
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000004",
                     *           "name": "Noor Haddad",
                     *           "graduation_year": 2031,
                     *           "state": "needed",
                     *           "decision": null,
                     *           "signed_by": [],
                     *           "signed_at": null,
                     *           "responses": []
                     *         },
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000005",
                     *           "name": "Leo Lee",
                     *           "graduation_year": 2030,
                     *           "state": "needed",
                     *           "decision": null,
                     *           "signed_by": [],
                     *           "signed_at": null,
                     *           "responses": []
                     *         },
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000006",
                     *           "name": "Grace Okafor",
                     *           "graduation_year": 2031,
                     *           "state": "needed",
                     *           "decision": null,
                     *           "signed_by": [],
                     *           "signed_at": null,
                     *           "responses": []
                     *         }
                     *       ],
                     *       "unprintable": []
                     *     }
                     */
                    "application/json": components["schemas"]["ManagedSlipDetail"];
                };
            };
        };
    };
    recordPaperResponse: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "student_id": "00000000-0000-4000-8000-000000000001",
                 *       "decision": "granted",
                 *       "signed_by_name": "Rosa Lind",
                 *       "relation": "aunt",
                 *       "signed_on": "2026-09-04"
                 *     }
                 */
                "application/json": components["schemas"]["PaperResponseInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000002",
                     *       "slip_id": "00000000-0000-4000-8000-000000000003",
                     *       "student_id": "00000000-0000-4000-8000-000000000001",
                     *       "student_name": "Ada Park",
                     *       "decision": "granted",
                     *       "answers": [],
                     *       "note": null,
                     *       "revision": 1,
                     *       "state": "current",
                     *       "signed_by_name": "Rosa Lind",
                     *       "signed_by_membership_id": null,
                     *       "relation": "aunt",
                     *       "signed_at": "2026-09-04T04:00:00.000Z",
                     *       "statement_version": 1,
                     *       "statement_sha256": "...",
                     *       "can_edit": false,
                     *       "created_at": "2026-10-05T14:55:10.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SlipResponse"];
                };
            };
        };
    };
    printBlankSlip: {
        parameters: {
            query?: {
                studentId?: string;
            };
            header?: never;
            path: {
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The blank form. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    sendPermissionSlipReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reminders are on their way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recipients": 2
                     *     }
                     */
                    "application/json": components["schemas"]["SentReminders"];
                };
            };
        };
    };
    answerPermissionSlip: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "student_id": "00000000-0000-4000-8000-000000000001",
                 *       "decision": "granted",
                 *       "signature": {
                 *         "full_name": "Maria Park",
                 *         "agreed": true,
                 *         "statement_version": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SlipResponseInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000002",
                     *       "slip_id": "00000000-0000-4000-8000-000000000003",
                     *       "student_id": "00000000-0000-4000-8000-000000000001",
                     *       "student_name": "Ada Park",
                     *       "decision": "granted",
                     *       "answers": [],
                     *       "note": null,
                     *       "revision": 1,
                     *       "state": "current",
                     *       "signed_by_name": "Maria Park",
                     *       "signed_by_membership_id": "00000000-0000-4000-8000-000000000004",
                     *       "relation": "mother",
                     *       "signed_at": "2026-10-05T14:55:02.000Z",
                     *       "statement_version": 1,
                     *       "statement_sha256": "...",
                     *       "can_edit": true,
                     *       "created_at": "2026-10-05T14:55:02.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SlipResponse"];
                };
            };
        };
    };
    exportSlipResponses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A heading and a row for each student. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    printSlipResponses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    withdrawSlipResponse: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description A response to the slip: the `id` of a SlipResponse, the same for all its revisions. */
                responseId: string;
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeSlipResponse: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description A response to the slip: the `id` of a SlipResponse, the same for all its revisions. */
                responseId: string;
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "declined",
                 *       "note": "She has a cold.",
                 *       "signature": {
                 *         "full_name": "Maria Park",
                 *         "agreed": true,
                 *         "statement_version": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SlipResponseChange"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "slip_id": "00000000-0000-4000-8000-000000000002",
                     *       "student_id": "00000000-0000-4000-8000-000000000003",
                     *       "student_name": "Ada Park",
                     *       "decision": "declined",
                     *       "answers": [],
                     *       "note": "She has a cold.",
                     *       "revision": 2,
                     *       "state": "current",
                     *       "signed_by_name": "Maria Park",
                     *       "signed_by_membership_id": "00000000-0000-4000-8000-000000000004",
                     *       "relation": "mother",
                     *       "signed_at": "2026-10-05T14:55:05.000Z",
                     *       "statement_version": 1,
                     *       "statement_sha256": "...",
                     *       "can_edit": true,
                     *       "created_at": "2026-10-05T14:55:05.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SlipResponse"];
                };
            };
        };
    };
    printSlipResponse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A response to the slip: the `id` of a SlipResponse, the same for all its revisions. */
                responseId: string;
                /** @description The permission slip. */
                slipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
        };
    };
    getPoll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A poll that has opened and is addressed to the caller, or is managed by them; its results as far as they are shown now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "title": "Where shall the picnic be?",
                     *       "description": null,
                     *       "organization_id": null,
                     *       "opens_at": "2026-10-01T12:00:00.000Z",
                     *       "closes_at": "2026-10-17T00:00:00.000Z",
                     *       "results_visibility": "after_response",
                     *       "anonymous": false,
                     *       "question_count": 1,
                     *       "closed": false,
                     *       "already_responded": true,
                     *       "responded_at": "2026-10-05T14:50:01.000Z",
                     *       "questions": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "position": 0,
                     *           "text": "The place",
                     *           "choices": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000004",
                     *               "position": 0,
                     *               "text": "At the lake"
                     *             },
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000005",
                     *               "position": 1,
                     *               "text": "In the park"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "my_answers": [
                     *         {
                     *           "question_id": "00000000-0000-4000-8000-000000000003",
                     *           "choice_id": "00000000-0000-4000-8000-000000000004"
                     *         }
                     *       ],
                     *       "results": {
                     *         "respondent_count": 1,
                     *         "questions": [
                     *           {
                     *             "question_id": "00000000-0000-4000-8000-000000000003",
                     *             "choices": [
                     *               {
                     *                 "choice_id": "00000000-0000-4000-8000-000000000004",
                     *                 "count": 1,
                     *                 "percent": 100
                     *               },
                     *               {
                     *                 "choice_id": "00000000-0000-4000-8000-000000000005",
                     *                 "count": 0,
                     *                 "percent": 0
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PollDetail"];
                };
            };
        };
    };
    getManagedPoll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A poll with its totals and who has answered, for its managers: whatever its audience, before it opens and once it is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "title": "Summer picnic",
                     *       "description": "<p>It ends before dark.</p>",
                     *       "organization_id": null,
                     *       "opens_at": "2026-09-01T06:00:00.000Z",
                     *       "closes_at": "2026-10-09T20:00:00.000Z",
                     *       "results_visibility": "after_response",
                     *       "anonymous": false,
                     *       "question_count": 1,
                     *       "closed": false,
                     *       "already_responded": false,
                     *       "responded_at": null,
                     *       "state": "open",
                     *       "audience": {
                     *         "type": "school",
                     *         "graduation_years": [],
                     *         "organization_ids": []
                     *       },
                     *       "audience_count": 5,
                     *       "response_count": 1,
                     *       "outstanding_count": 4,
                     *       "questions": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "position": 0,
                     *           "text": "Which day suits you?",
                     *           "choices": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000004",
                     *               "position": 0,
                     *               "text": "Friday",
                     *               "count": 1,
                     *               "percent": 100
                     *             },
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000005",
                     *               "position": 1,
                     *               "text": "Saturday",
                     *               "count": 0,
                     *               "percent": 0
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "respondents": [
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000006",
                     *           "name": "Maria Park",
                     *           "responded_at": "2026-10-05T14:50:06.000Z"
                     *         }
                     *       ],
                     *       "deleted_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["ManagedPoll"];
                };
            };
        };
    };
    deletePoll: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changePoll: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "opens_at": "2026-09-01T06:00:00Z",
                 *       "closes_at": "2026-10-09T20:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["PollChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "title": "Summer picnic",
                     *       "description": "<p>It ends before dark.</p>",
                     *       "organization_id": null,
                     *       "opens_at": "2026-09-01T06:00:00.000Z",
                     *       "closes_at": "2026-10-09T20:00:00.000Z",
                     *       "results_visibility": "after_response",
                     *       "anonymous": false,
                     *       "question_count": 1,
                     *       "closed": false,
                     *       "already_responded": false,
                     *       "responded_at": null,
                     *       "state": "open",
                     *       "audience": {
                     *         "type": "school",
                     *         "graduation_years": [],
                     *         "organization_ids": []
                     *       },
                     *       "audience_count": 5,
                     *       "response_count": 0,
                     *       "outstanding_count": 5,
                     *       "questions": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "position": 0,
                     *           "text": "Which day suits you?",
                     *           "choices": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000004",
                     *               "position": 0,
                     *               "text": "Friday",
                     *               "count": 0,
                     *               "percent": 0
                     *             },
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000005",
                     *               "position": 1,
                     *               "text": "Saturday",
                     *               "count": 0,
                     *               "percent": 0
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "respondents": [],
                     *       "deleted_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["ManagedPoll"];
                };
            };
        };
    };
    sendPollReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reminders are on their way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recipients": 4
                     *     }
                     */
                    "application/json": components["schemas"]["SentReminders"];
                };
            };
        };
    };
    respondToPoll: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answers": [
                 *         {
                 *           "question_id": "00000000-0000-4000-8000-000000000001",
                 *           "choice_id": "00000000-0000-4000-8000-000000000002"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PollResponseInput"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "submitted_at": "2026-10-05T14:50:06.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PollReceipt"];
                };
            };
        };
    };
    exportPollResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A heading and a row for each person or choice. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    confirmRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RegistrationInput"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memberships": [
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000001",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "school_name": "Lincoln School",
                     *           "school_short_name": "lincoln",
                     *           "time_zone": "America/New_York",
                     *           "role": "parent",
                     *           "status": "active",
                     *           "is_admin": false,
                     *           "profile_visibility": "full",
                     *           "address_visible": true,
                     *           "students": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000003",
                     *               "first_name": "Grace",
                     *               "last_name": "Okafor",
                     *               "graduation_year": 2031,
                     *               "restricted": false,
                     *               "has_restricted_guardian": false
                     *             }
                     *           ],
                     *           "editor_grants": [],
                     *           "joined_at": "2026-10-05T15:10:00.000Z"
                     *         }
                     *       ],
                     *       "created": {
                     *         "memberships": 1,
                     *         "guardian_links": 1
                     *       },
                     *       "linked_students": [
                     *         {
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "student_id": "00000000-0000-4000-8000-000000000003",
                     *           "relation": "mother"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RegistrationResult"];
                };
            };
        };
    };
    listAppPasswords: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's own app passwords. 404 while the school does not let its members read address books (CardDAV). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "app_passwords": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "name": "Phone",
                     *           "created_at": "2026-10-05T14:10:13.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AppPasswords"];
                };
            };
        };
    };
    createAppPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Phone"
                 *     }
                 */
                "application/json": components["schemas"]["AppPasswordInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "name": "Phone",
                     *       "created_at": "2026-10-05T14:10:13.000Z",
                     *       "password": "...",
                     *       "address": "https://directory.example.org/carddav/"
                     *     }
                     */
                    "application/json": components["schemas"]["NewAppPassword"];
                };
            };
        };
    };
    deleteAppPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of the caller's own app passwords. */
                appPasswordId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    uploadAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AttachmentUpload"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": null,
                     *       "key": "documents/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002.pdf",
                     *       "file_name": "bus-routes.pdf",
                     *       "content_type": "application/pdf",
                     *       "size_bytes": 585,
                     *       "uploaded_at": "2026-10-05T14:20:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DocumentAttachment"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description The id of the thing that was changed. */
                item?: string;
                /** @description Entries of that moment and later. */
                since?: string;
                /**
                 * @description Entries of that moment and before. With `at` of the last entry it goes on from there: entries of that moment come again, with
                 *     the same `id`, and the end is where no other ones come.
                 */
                until?: string;
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description Who changed what in the school, and when; never what was written. For senior admins. What members do with their own
             *     lists, notes, stars and subscriptions is nobody else's business, and not among it.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "at": "2026-10-05T14:36:04.000Z",
                     *           "actor": {
                     *             "kind": "person",
                     *             "membership_id": "00000000-0000-4000-8000-000000000002",
                     *             "name": "Ines Dahl"
                     *           },
                     *           "operation": "deleteEventSeries",
                     *           "item": {
                     *             "type": "series",
                     *             "id": "00000000-0000-4000-8000-000000000003"
                     *           },
                     *           "source": "...",
                     *           "count": 1
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000004",
                     *           "at": "2026-10-05T14:36:02.000Z",
                     *           "actor": {
                     *             "kind": "person",
                     *             "membership_id": "00000000-0000-4000-8000-000000000002",
                     *             "name": "Ines Dahl"
                     *           },
                     *           "operation": "changeEventSeries",
                     *           "item": {
                     *             "type": "series",
                     *             "id": "00000000-0000-4000-8000-000000000003"
                     *           },
                     *           "source": "...",
                     *           "count": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuditEntries"];
                };
            };
        };
    };
    listCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every event that is addressed to the caller or managed by them, of all dates, the repeating ones one by one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "title": "Barre Invitational",
                     *           "description": null,
                     *           "location": null,
                     *           "all_day": false,
                     *           "starts_at": "2026-10-03T14:00:00.000Z",
                     *           "ends_at": "2026-10-03T16:00:00.000Z",
                     *           "start_date": "2026-10-03",
                     *           "end_date": "2026-10-03",
                     *           "time_zone": "America/New_York",
                     *           "category": {
                     *             "id": "00000000-0000-4000-8000-000000000002",
                     *             "name": "Athletics",
                     *             "color": "#B5482F"
                     *           },
                     *           "tags": [],
                     *           "organization_id": "00000000-0000-4000-8000-000000000003",
                     *           "organization_name": "Cross Country",
                     *           "series_id": null,
                     *           "original_start": null,
                     *           "is_exception": false,
                     *           "status": "confirmed",
                     *           "signup_id": null,
                     *           "permission_slip_id": null,
                     *           "rsvp": null,
                     *           "updated_at": "2026-10-05T14:00:00.000Z"
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000004",
                     *           "title": "No school",
                     *           "description": null,
                     *           "location": null,
                     *           "all_day": true,
                     *           "starts_at": null,
                     *           "ends_at": null,
                     *           "start_date": "2026-10-12",
                     *           "end_date": "2026-10-12",
                     *           "time_zone": "America/New_York",
                     *           "category": {
                     *             "id": "00000000-0000-4000-8000-000000000005",
                     *             "name": "School News",
                     *             "color": "#2F6F4F"
                     *           },
                     *           "tags": [],
                     *           "organization_id": null,
                     *           "organization_name": null,
                     *           "series_id": null,
                     *           "original_start": null,
                     *           "is_exception": false,
                     *           "status": "confirmed",
                     *           "signup_id": null,
                     *           "permission_slip_id": null,
                     *           "rsvp": null,
                     *           "updated_at": "2026-10-05T14:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarEvents"];
                };
            };
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Science fair",
                 *       "location": "Gym",
                 *       "starts_at": "2026-10-22T18:00:00-04:00",
                 *       "ends_at": "2026-10-22T20:00:00-04:00",
                 *       "tags": [
                 *         "science"
                 *       ],
                 *       "rsvp": {
                 *         "by": "student",
                 *         "until": "2026-10-20T18:00:00-04:00",
                 *         "capacity": 120
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EventInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "title": "Science fair",
                     *       "description": null,
                     *       "location": "Gym",
                     *       "all_day": false,
                     *       "starts_at": "2026-10-22T22:00:00.000Z",
                     *       "ends_at": "2026-10-23T00:00:00.000Z",
                     *       "start_date": "2026-10-22",
                     *       "end_date": "2026-10-22",
                     *       "time_zone": "America/New_York",
                     *       "category": null,
                     *       "tags": [
                     *         "science"
                     *       ],
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "series_id": null,
                     *       "original_start": null,
                     *       "is_exception": false,
                     *       "status": "confirmed",
                     *       "signup_id": null,
                     *       "permission_slip_id": null,
                     *       "rsvp": {
                     *         "by": "student",
                     *         "until": "2026-10-20T22:00:00.000Z",
                     *         "closed": false,
                     *         "capacity": 120,
                     *         "remaining": 120,
                     *         "counts": {
                     *           "yes": 0,
                     *           "no": 0,
                     *           "maybe": 0
                     *         },
                     *         "mine": []
                     *       },
                     *       "updated_at": "2026-10-05T14:35:01.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarEvent"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
                eventId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One event, or one occurrence of a series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "title": "Science fair",
                     *       "description": null,
                     *       "location": "Gym",
                     *       "all_day": false,
                     *       "starts_at": "2026-10-22T22:00:00.000Z",
                     *       "ends_at": "2026-10-23T00:00:00.000Z",
                     *       "start_date": "2026-10-22",
                     *       "end_date": "2026-10-22",
                     *       "time_zone": "America/New_York",
                     *       "category": null,
                     *       "tags": [
                     *         "science"
                     *       ],
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "series_id": null,
                     *       "original_start": null,
                     *       "is_exception": false,
                     *       "status": "confirmed",
                     *       "signup_id": null,
                     *       "permission_slip_id": null,
                     *       "rsvp": {
                     *         "by": "student",
                     *         "until": "2026-10-20T22:00:00.000Z",
                     *         "closed": false,
                     *         "capacity": 120,
                     *         "remaining": 120,
                     *         "counts": {
                     *           "yes": 0,
                     *           "no": 0,
                     *           "maybe": 0
                     *         },
                     *         "mine": [
                     *           {
                     *             "student_id": "00000000-0000-4000-8000-000000000002",
                     *             "name": "Ada Park",
                     *             "answer": null,
                     *             "comment": null,
                     *             "answered_at": null,
                     *             "answered_by": null
                     *           }
                     *         ]
                     *       },
                     *       "updated_at": "2026-10-05T14:35:01.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarEvent"];
                };
            };
        };
    };
    deleteEvent: {
        parameters: {
            query?: {
                /**
                 * @description Of an occurrence: `this` alone; `following`, it and those after it, which become a series of their own; or `all`
                 *     of its series. A single event has but one scope.
                 */
                scope?: "this" | "following" | "all";
            };
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
                eventId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeEvent: {
        parameters: {
            query?: {
                /**
                 * @description Of an occurrence: `this` alone; `following`, it and those after it, which become a series of their own; or `all`
                 *     of its series. A single event has but one scope.
                 */
                scope?: "this" | "following" | "all";
            };
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
                eventId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "location": "Cafeteria"
                 *     }
                 */
                "application/json": components["schemas"]["EventChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "title": "Science fair",
                     *       "description": null,
                     *       "location": "Cafeteria",
                     *       "all_day": false,
                     *       "starts_at": "2026-10-22T22:00:00.000Z",
                     *       "ends_at": "2026-10-23T00:00:00.000Z",
                     *       "start_date": "2026-10-22",
                     *       "end_date": "2026-10-22",
                     *       "time_zone": "America/New_York",
                     *       "category": null,
                     *       "tags": [
                     *         "science"
                     *       ],
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "series_id": null,
                     *       "original_start": null,
                     *       "is_exception": false,
                     *       "status": "confirmed",
                     *       "signup_id": null,
                     *       "permission_slip_id": null,
                     *       "rsvp": {
                     *         "by": "student",
                     *         "until": "2026-10-20T22:00:00.000Z",
                     *         "closed": false,
                     *         "capacity": 120,
                     *         "remaining": 120,
                     *         "counts": {
                     *           "yes": 0,
                     *           "no": 0,
                     *           "maybe": 0
                     *         },
                     *         "mine": []
                     *       },
                     *       "updated_at": "2026-10-05T14:35:03.000Z",
                     *       "dropped_exceptions": []
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedCalendarEvent"];
                };
            };
        };
    };
    answerEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
                eventId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answers": [
                 *         {
                 *           "student_id": "00000000-0000-4000-8000-000000000001",
                 *           "answer": "yes",
                 *           "comment": "We bring the volcano"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RsvpInputs"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "by": "student",
                     *       "until": "2026-10-20T22:00:00.000Z",
                     *       "closed": false,
                     *       "capacity": 120,
                     *       "remaining": 119,
                     *       "counts": {
                     *         "yes": 1,
                     *         "no": 0,
                     *         "maybe": 0
                     *       },
                     *       "mine": [
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000001",
                     *           "name": "Ada Park",
                     *           "answer": "yes",
                     *           "comment": "We bring the volcano",
                     *           "answered_at": "2026-10-05T14:35:04.000Z",
                     *           "answered_by": "Maria Park"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventRsvp"];
                };
            };
        };
    };
    listEventRsvps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
                eventId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who has answered what, and who has not; for those who manage the event, also once it was called off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "counts": {
                     *         "yes": 1,
                     *         "no": 0,
                     *         "maybe": 0
                     *       },
                     *       "answers": [
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000001",
                     *           "membership_id": null,
                     *           "name": "Ada Park",
                     *           "answer": "yes",
                     *           "comment": "We bring the volcano",
                     *           "answered_by": "Maria Park",
                     *           "answered_at": "2026-10-05T14:35:04.000Z"
                     *         }
                     *       ],
                     *       "outstanding": [
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000002",
                     *           "membership_id": null,
                     *           "name": "Noor Haddad"
                     *         },
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000003",
                     *           "membership_id": null,
                     *           "name": "Leo Lee"
                     *         },
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000004",
                     *           "membership_id": null,
                     *           "name": "Grace Okafor"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventRsvps"];
                };
            };
        };
    };
    exportEventRsvps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
                eventId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A heading and a row for each student or person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    sendEventReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description An event, or an occurrence: `{seriesId}_{originalStart}`. */
                eventId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reminders are on their way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recipients": 2
                     *     }
                     */
                    "application/json": components["schemas"]["SentRsvpReminders"];
                };
            };
        };
    };
    listEventSeries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every series that is addressed to the caller or managed by them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "series": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "title": "Chess club",
                     *           "description": null,
                     *           "location": "Library",
                     *           "all_day": false,
                     *           "local_start": "2026-10-27T15:30",
                     *           "duration_minutes": 60,
                     *           "duration_days": null,
                     *           "time_zone": "America/New_York",
                     *           "rrule": "FREQ=WEEKLY;BYDAY=TU;COUNT=3",
                     *           "rdates": [],
                     *           "exdates": [],
                     *           "category_id": null,
                     *           "tags": [],
                     *           "organization_id": null,
                     *           "audience": {
                     *             "type": "school",
                     *             "graduation_years": [],
                     *             "organization_ids": []
                     *           },
                     *           "event_type": "other",
                     *           "home_away": null,
                     *           "opponent": null,
                     *           "arrival_at": null,
                     *           "uniform": null,
                     *           "rsvp": null,
                     *           "split_from": null,
                     *           "occurrence_count": 3,
                     *           "first_date": "2026-10-27",
                     *           "last_date": "2026-11-10",
                     *           "exceptions": [],
                     *           "sequence": 0,
                     *           "updated_at": "2026-10-05T14:36:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AllEventSeries"];
                };
            };
        };
    };
    createEventSeries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Chess club",
                 *       "location": "Library",
                 *       "local_start": "2026-10-27T15:30",
                 *       "duration_minutes": 60,
                 *       "rrule": "FREQ=WEEKLY;BYDAY=TU;COUNT=3"
                 *     }
                 */
                "application/json": components["schemas"]["SeriesInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "title": "Chess club",
                     *       "description": null,
                     *       "location": "Library",
                     *       "all_day": false,
                     *       "local_start": "2026-10-27T15:30",
                     *       "duration_minutes": 60,
                     *       "duration_days": null,
                     *       "time_zone": "America/New_York",
                     *       "rrule": "FREQ=WEEKLY;BYDAY=TU;COUNT=3",
                     *       "rdates": [],
                     *       "exdates": [],
                     *       "category_id": null,
                     *       "tags": [],
                     *       "organization_id": null,
                     *       "audience": {
                     *         "type": "school",
                     *         "graduation_years": [],
                     *         "organization_ids": []
                     *       },
                     *       "event_type": "other",
                     *       "home_away": null,
                     *       "opponent": null,
                     *       "arrival_at": null,
                     *       "uniform": null,
                     *       "rsvp": null,
                     *       "split_from": null,
                     *       "occurrence_count": 3,
                     *       "first_date": "2026-10-27",
                     *       "last_date": "2026-11-10",
                     *       "exceptions": [],
                     *       "sequence": 0,
                     *       "updated_at": "2026-10-05T14:36:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EventSeries"];
                };
            };
        };
    };
    getEventSeries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
                /** @description The series. */
                seriesId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One series: its rule, its times and its details. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "title": "Chess club",
                     *       "description": null,
                     *       "location": "Library",
                     *       "all_day": false,
                     *       "local_start": "2026-10-27T15:30",
                     *       "duration_minutes": 60,
                     *       "duration_days": null,
                     *       "time_zone": "America/New_York",
                     *       "rrule": "FREQ=WEEKLY;BYDAY=TU;COUNT=3",
                     *       "rdates": [],
                     *       "exdates": [],
                     *       "category_id": null,
                     *       "tags": [],
                     *       "organization_id": null,
                     *       "audience": {
                     *         "type": "school",
                     *         "graduation_years": [],
                     *         "organization_ids": []
                     *       },
                     *       "event_type": "other",
                     *       "home_away": null,
                     *       "opponent": null,
                     *       "arrival_at": null,
                     *       "uniform": null,
                     *       "rsvp": null,
                     *       "split_from": null,
                     *       "occurrence_count": 3,
                     *       "first_date": "2026-10-27",
                     *       "last_date": "2026-11-10",
                     *       "exceptions": [],
                     *       "sequence": 0,
                     *       "updated_at": "2026-10-05T14:36:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EventSeries"];
                };
            };
        };
    };
    deleteEventSeries: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
                /** @description The series. */
                seriesId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeEventSeries: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
                /** @description The series. */
                seriesId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "duration_minutes": 90
                 *     }
                 */
                "application/json": components["schemas"]["SeriesChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "title": "Chess club",
                     *       "description": null,
                     *       "location": "Library",
                     *       "all_day": false,
                     *       "local_start": "2026-10-27T15:30",
                     *       "duration_minutes": 90,
                     *       "duration_days": null,
                     *       "time_zone": "America/New_York",
                     *       "rrule": "FREQ=WEEKLY;BYDAY=TU;COUNT=3",
                     *       "rdates": [],
                     *       "exdates": [],
                     *       "category_id": null,
                     *       "tags": [],
                     *       "organization_id": null,
                     *       "audience": {
                     *         "type": "school",
                     *         "graduation_years": [],
                     *         "organization_ids": []
                     *       },
                     *       "event_type": "other",
                     *       "home_away": null,
                     *       "opponent": null,
                     *       "arrival_at": null,
                     *       "uniform": null,
                     *       "rsvp": null,
                     *       "split_from": null,
                     *       "occurrence_count": 3,
                     *       "first_date": "2026-10-27",
                     *       "last_date": "2026-11-10",
                     *       "exceptions": [],
                     *       "sequence": 1,
                     *       "updated_at": "2026-10-05T14:36:02.000Z",
                     *       "dropped_exceptions": []
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedEventSeries"];
                };
            };
        };
    };
    listOccurrences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
                /** @description The series. */
                seriesId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The occurrences of a series, those that were called off in the last 30 days included. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001_20261027T193000Z",
                     *           "title": "Chess club",
                     *           "description": null,
                     *           "location": "Library",
                     *           "all_day": false,
                     *           "starts_at": "2026-10-27T19:30:00.000Z",
                     *           "ends_at": "2026-10-27T21:00:00.000Z",
                     *           "start_date": "2026-10-27",
                     *           "end_date": "2026-10-27",
                     *           "time_zone": "America/New_York",
                     *           "category": null,
                     *           "tags": [],
                     *           "organization_id": null,
                     *           "organization_name": null,
                     *           "series_id": "00000000-0000-4000-8000-000000000001",
                     *           "original_start": "20261027T193000Z",
                     *           "is_exception": false,
                     *           "status": "confirmed",
                     *           "signup_id": null,
                     *           "permission_slip_id": null,
                     *           "rsvp": null,
                     *           "updated_at": "2026-10-05T14:36:02.000Z"
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001_20261103T203000Z",
                     *           "title": "Chess club",
                     *           "description": null,
                     *           "location": "Library",
                     *           "all_day": false,
                     *           "starts_at": "2026-11-03T20:30:00.000Z",
                     *           "ends_at": "2026-11-03T22:00:00.000Z",
                     *           "start_date": "2026-11-03",
                     *           "end_date": "2026-11-03",
                     *           "time_zone": "America/New_York",
                     *           "category": null,
                     *           "tags": [],
                     *           "organization_id": null,
                     *           "organization_name": null,
                     *           "series_id": "00000000-0000-4000-8000-000000000001",
                     *           "original_start": "20261103T203000Z",
                     *           "is_exception": false,
                     *           "status": "confirmed",
                     *           "signup_id": null,
                     *           "permission_slip_id": null,
                     *           "rsvp": null,
                     *           "updated_at": "2026-10-05T14:36:02.000Z"
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001_20261110T203000Z",
                     *           "title": "Chess club",
                     *           "description": null,
                     *           "location": "Library",
                     *           "all_day": false,
                     *           "starts_at": "2026-11-10T20:30:00.000Z",
                     *           "ends_at": "2026-11-10T22:00:00.000Z",
                     *           "start_date": "2026-11-10",
                     *           "end_date": "2026-11-10",
                     *           "time_zone": "America/New_York",
                     *           "category": null,
                     *           "tags": [],
                     *           "organization_id": null,
                     *           "organization_name": null,
                     *           "series_id": "00000000-0000-4000-8000-000000000001",
                     *           "original_start": "20261110T203000Z",
                     *           "is_exception": false,
                     *           "status": "confirmed",
                     *           "signup_id": null,
                     *           "permission_slip_id": null,
                     *           "rsvp": null,
                     *           "updated_at": "2026-10-05T14:36:02.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarEvents"];
                };
            };
        };
    };
    listCalendarSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's own subscriptions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscriptions": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "name": "School news",
                     *           "token": "...",
                     *           "organization_id": null,
                     *           "categories": [
                     *             "School News"
                     *           ],
                     *           "tags": [],
                     *           "created_at": "2026-10-05T14:37:00.000Z",
                     *           "feed_url": "https://directory.example.org/api/calendar/subscribe/.../feed.ics",
                     *           "webcal_url": "webcal://directory.example.org/api/calendar/subscribe/.../feed.ics",
                     *           "google_url": "https://calendar.google.com/calendar/render?cid=webcal%3A%2F%2Fdirectory.example.org%2Fapi%2Fcalendar%2Fsubscribe%2F...%2Ffeed.ics"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarSubscriptions"];
                };
            };
        };
    };
    createCalendarSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "School news",
                 *       "categories": [
                 *         "School News"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CalendarSubscriptionInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscription": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "name": "School news",
                     *         "token": "...",
                     *         "organization_id": null,
                     *         "categories": [
                     *           "School News"
                     *         ],
                     *         "tags": [],
                     *         "created_at": "2026-10-05T14:37:00.000Z",
                     *         "feed_url": "https://directory.example.org/api/calendar/subscribe/.../feed.ics",
                     *         "webcal_url": "webcal://directory.example.org/api/calendar/subscribe/.../feed.ics",
                     *         "google_url": "https://calendar.google.com/calendar/render?cid=webcal%3A%2F%2Fdirectory.example.org%2Fapi%2Fcalendar%2Fsubscribe%2F...%2Ffeed.ics"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedSubscription"];
                };
            };
        };
    };
    deleteCalendarSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
                /** @description One of the caller's own subscriptions. */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listCategories: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The school's content categories, shared by documents and notices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "categories": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "name": "School News",
                     *           "color": "#2F6F4F",
                     *           "position": 0
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "name": "Athletics",
                     *           "color": "#B5482F",
                     *           "position": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Categories"];
                };
            };
        };
    };
    createCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Field trips",
                 *       "color": "#1F6FB2"
                 *     }
                 */
                "application/json": components["schemas"]["CategoryInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "name": "Field trips",
                     *       "color": "#1F6FB2",
                     *       "position": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    deleteCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the list of categories as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The category. */
                categoryId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the list of categories as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The category. */
                categoryId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Excursions",
                 *       "color": "#2E7D32"
                 *     }
                 */
                "application/json": components["schemas"]["CategoryChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "name": "Excursions",
                     *       "color": "#2E7D32",
                     *       "position": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    orderCategories: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the list of categories as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "00000000-0000-4000-8000-000000000001",
                 *         "00000000-0000-4000-8000-000000000002",
                 *         "00000000-0000-4000-8000-000000000003"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CategoryOrder"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "categories": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "name": "Excursions",
                     *           "color": "#2E7D32",
                     *           "position": 0
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "name": "School News",
                     *           "color": "#2F6F4F",
                     *           "position": 1
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "name": "Athletics",
                     *           "color": "#B5482F",
                     *           "position": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Categories"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The cursor of the answer before. Left out or empty: no changes, and a cursor of now. */
                since?: string;
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description What has changed since a cursor, as the caller may see it: ids alone, each to be read anew or to be dropped. 409 `stale` says
             *     that the cursor leads no further, or that the caller has another place in the school now: fetch a cursor without `since`,
             *     then read everything anew. A guardian whom the school keeps apart from a student gets it with every cursor.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "type": "event",
                     *           "id": "00000000-0000-4000-8000-000000000001_20261027T193000Z",
                     *           "change": "changed"
                     *         },
                     *         {
                     *           "type": "event",
                     *           "id": "00000000-0000-4000-8000-000000000001_20261103T203000Z",
                     *           "change": "changed"
                     *         },
                     *         {
                     *           "type": "event",
                     *           "id": "00000000-0000-4000-8000-000000000001_20261110T203000Z",
                     *           "change": "changed"
                     *         }
                     *       ],
                     *       "cursor": "...",
                     *       "more": false
                     *     }
                     */
                    "application/json": components["schemas"]["Changes"];
                };
            };
        };
    };
    getSchoolConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who has confirmed that what the school has on file is right, and who has not, for admins: names alone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "round": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "opened_at": "2026-10-05T15:07:00.000Z",
                     *         "due_on": "2026-10-30",
                     *         "message": "Please look, and tell us what is wrong.",
                     *         "closed_at": null
                     *       },
                     *       "confirmed": 1,
                     *       "outstanding": 3,
                     *       "people": [
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000002",
                     *           "name": "Sami Haddad",
                     *           "students": [
                     *             "Noor Haddad"
                     *           ],
                     *           "confirmed_at": null
                     *         },
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000003",
                     *           "name": "Kim Lee",
                     *           "students": [
                     *             "Leo Lee"
                     *           ],
                     *           "confirmed_at": null
                     *         },
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000004",
                     *           "name": "Maria Park",
                     *           "students": [
                     *             "Ada Park"
                     *           ],
                     *           "confirmed_at": "2026-10-05T15:07:01.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SchoolConfirmation"];
                };
            };
        };
    };
    exportSchoolConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A heading and a row for each person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    sendConfirmationReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reminders are on their way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recipients": 3
                     *     }
                     */
                    "application/json": components["schemas"]["SentReminders"];
                };
            };
        };
    };
    listSchoolCorrections: {
        parameters: {
            query?: {
                /** @description Left out: all of them. */
                state?: "open" | "done" | "declined";
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What families have proposed of students on the roster, for admins. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "corrections": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "student_id": "00000000-0000-4000-8000-000000000002",
                     *           "student_name": "Ada Park",
                     *           "field": "phone",
                     *           "present": null,
                     *           "proposed": "+1 212 555 0177",
                     *           "comment": "It is a new number.",
                     *           "state": "open",
                     *           "answer": null,
                     *           "by_name": "Maria Park",
                     *           "created_at": "2026-10-05T15:08:00.000Z",
                     *           "settled_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Corrections"];
                };
            };
        };
    };
    exportSchoolCorrections: {
        parameters: {
            query?: {
                /** @description Left out: all of them. */
                state?: "open" | "done" | "declined";
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A heading and a row for each correction. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is addressed to the caller, admins included, after School Details where the school has filled them in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documents": [
                     *         {
                     *           "id": "school-details",
                     *           "title": "About Lincoln",
                     *           "description": "<p>The office is open from 7:30 to 16:00.</p>",
                     *           "is_school_details": true,
                     *           "category": null,
                     *           "organization_id": null,
                     *           "organization_name": null,
                     *           "attachments": [],
                     *           "created_by_name": null,
                     *           "created_at": "2026-10-05T14:00:00.000Z",
                     *           "updated_at": "2026-10-05T14:00:00.000Z"
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "title": "Bus routes",
                     *           "description": "<p>From November on.</p>",
                     *           "is_school_details": false,
                     *           "category": null,
                     *           "organization_id": null,
                     *           "organization_name": null,
                     *           "attachments": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000002",
                     *               "key": "documents/00000000-0000-4000-8000-000000000003/00000000-0000-4000-8000-000000000004.pdf",
                     *               "file_name": "bus-routes.pdf",
                     *               "content_type": "application/pdf",
                     *               "size_bytes": 585,
                     *               "uploaded_at": "2026-10-05T14:20:00.000Z"
                     *             }
                     *           ],
                     *           "created_by_name": "Ines Dahl",
                     *           "created_at": "2026-10-05T14:20:01.000Z",
                     *           "updated_at": "2026-10-05T14:20:01.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Documents"];
                };
            };
        };
    };
    createDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Bus routes",
                 *       "description": "<p>From November on.</p>",
                 *       "attachments": [
                 *         {
                 *           "id": null,
                 *           "key": "documents/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002.pdf",
                 *           "file_name": "bus-routes.pdf",
                 *           "content_type": "application/pdf",
                 *           "size_bytes": 585,
                 *           "uploaded_at": "2026-10-05T14:20:00.000Z"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DocumentInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000003"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedItem"];
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The document; School Details have no id to ask with. */
                documentId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A document that is addressed to the caller or managed by them; it counts as opened from then on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "title": "Bus routes",
                     *       "description": "<p>From November on.</p>",
                     *       "is_school_details": false,
                     *       "category": null,
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "attachments": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "key": "documents/00000000-0000-4000-8000-000000000003/00000000-0000-4000-8000-000000000004.pdf",
                     *           "file_name": "bus-routes.pdf",
                     *           "content_type": "application/pdf",
                     *           "size_bytes": 585,
                     *           "uploaded_at": "2026-10-05T14:20:00.000Z"
                     *         }
                     *       ],
                     *       "created_by_name": "Ines Dahl",
                     *       "created_at": "2026-10-05T14:20:01.000Z",
                     *       "updated_at": "2026-10-05T14:20:01.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The document; School Details have no id to ask with. */
                documentId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The document; School Details have no id to ask with. */
                documentId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Bus routes for the winter"
                 *     }
                 */
                "application/json": components["schemas"]["DocumentChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "title": "Bus routes for the winter",
                     *       "description": "<p>From November on.</p>",
                     *       "is_school_details": false,
                     *       "category": null,
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "attachments": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "key": "documents/00000000-0000-4000-8000-000000000003/00000000-0000-4000-8000-000000000004.pdf",
                     *           "file_name": "bus-routes.pdf",
                     *           "content_type": "application/pdf",
                     *           "size_bytes": 585,
                     *           "uploaded_at": "2026-10-05T14:20:00.000Z"
                     *         }
                     *       ],
                     *       "created_by_name": "Ines Dahl",
                     *       "created_at": "2026-10-05T14:20:01.000Z",
                     *       "updated_at": "2026-10-05T14:20:05.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
        };
    };
    getDocumentAttachmentDownloadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A file of the item. */
                attachmentId: string;
                /** @description The document; School Details have no id to ask with. */
                documentId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An address for one file of a document. The document counts as opened from then on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://directory.example.org/storage/documents/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002.pdf?...",
                     *       "expires_at": "2026-10-05T14:25:04.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhotoDownloadUrl"];
                };
            };
        };
    };
    getSchoolFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Feature toggles, time zone and sidebar counts of a school. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "school_id": "00000000-0000-4000-8000-000000000001",
                     *       "school_name": "Lincoln School",
                     *       "time_zone": "America/New_York",
                     *       "locale": "en-US",
                     *       "features": {
                     *         "lunch_menus": true,
                     *         "calendar": true,
                     *         "staff_directory": true,
                     *         "document_library": true,
                     *         "notices": true,
                     *         "polls": true,
                     *         "signups": true
                     *       },
                     *       "counts": {
                     *         "notices_unread": 0,
                     *         "documents_new": 0,
                     *         "polls_open": 1,
                     *         "signups_open": 1,
                     *         "permission_slips_outstanding": 0,
                     *         "notifications_unread": 0,
                     *         "organizations": 1
                     *       },
                     *       "role": "parent",
                     *       "generated_at": "2026-10-05T14:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SchoolFeatures"];
                };
            };
        };
    };
    uploadImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description JPEG, PNG, WebP or GIF.
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "content_type": "image/png",
                     *       "width": 64,
                     *       "height": 48
                     *     }
                     */
                    "application/json": components["schemas"]["EmbeddedImage"];
                };
            };
        };
    };
    getImageDownloadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The image: the `{imageId}` of `<img src="image:{imageId}">`. */
                imageId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description An address to show an image from, good for five minutes. The image is there for whoever sees an item that embeds
             *     it; before one does, for who uploaded it.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://directory.example.org/storage/images/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002.png?...",
                     *       "expires_at": "2026-10-05T14:26:01.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhotoDownloadUrl"];
                };
            };
        };
    };
    listLists: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's own lists in this school. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "lists": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "name": "Ada turns ten",
                     *           "description": "Saturday at three",
                     *           "student_count": 1,
                     *           "guardian_count": 1,
                     *           "created_at": "2026-10-05T14:10:00.000Z",
                     *           "updated_at": "2026-10-05T14:10:07.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StudentLists"];
                };
            };
        };
    };
    createList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Birthday party",
                 *       "description": "Saturday at three"
                 *     }
                 */
                "application/json": components["schemas"]["StudentListInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "name": "Birthday party",
                     *       "description": "Saturday at three",
                     *       "student_count": 0,
                     *       "guardian_count": 0,
                     *       "created_at": "2026-10-05T14:10:00.000Z",
                     *       "updated_at": "2026-10-05T14:10:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StudentList"];
                };
            };
        };
    };
    getMailHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whom the school does not reach by mail: they have to be called, or asked for another address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "people": []
                     *     }
                     */
                    "application/json": components["schemas"]["MailHealth"];
                };
            };
        };
    };
    listMapMarkers: {
        parameters: {
            query?: {
                /** @description One of the caller's own lists; any other one is 404. */
                list?: string;
                /** @description Short name of an organization. */
                org?: string;
                /** @description Any text but an empty one: only starred students. */
                starred?: string;
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where students live, for those whose family shows the address; own students always, admins see all. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "markers": [
                     *         {
                     *           "student_id": "00000000-0000-4000-8000-000000000001",
                     *           "first_name": "Leo",
                     *           "last_name": "Lee",
                     *           "name": "Leo Lee",
                     *           "graduation_year": 2030,
                     *           "latitude": 44.2012,
                     *           "longitude": -72.5103,
                     *           "is_own": false,
                     *           "starred": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MapMarkers"];
                };
            };
        };
    };
    listMenus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every entry of the menu, of all dates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "menus": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "date": "2026-10-05",
                     *           "meal_type": "lunch",
                     *           "items": "Lentil soup\nApple",
                     *           "image_url": null,
                     *           "image_generated_at": null,
                     *           "allergens": [],
                     *           "dietary_tags": [
                     *             "vegan"
                     *           ]
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "date": "2026-10-06",
                     *           "meal_type": "lunch",
                     *           "items": "Pasta\nSalad",
                     *           "image_url": null,
                     *           "image_generated_at": null,
                     *           "allergens": [
                     *             "wheat",
                     *             "milk"
                     *           ],
                     *           "dietary_tags": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Menus"];
                };
            };
        };
    };
    createMenus: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "menus": [
                 *         {
                 *           "date": "2026-10-12",
                 *           "meal_type": "lunch",
                 *           "items": "Lentil soup\nBread",
                 *           "dietary_tags": [
                 *             "vegan"
                 *           ]
                 *         },
                 *         {
                 *           "date": "2026-10-13",
                 *           "meal_type": "lunch",
                 *           "items": "Fish fingers\nPeas",
                 *           "allergens": [
                 *             "fish",
                 *             "wheat"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MenusInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ids": [
                     *         "00000000-0000-4000-8000-000000000001",
                     *         "00000000-0000-4000-8000-000000000002"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedMenus"];
                };
            };
        };
    };
    deleteMenu: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the menu of the day as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The entry of the menu. */
                menuId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeMenu: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the menu of the day as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The entry of the menu. */
                menuId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": "Tomato soup\nBread"
                 *     }
                 */
                "application/json": components["schemas"]["MenuChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "date": "2026-10-12",
                     *       "meal_type": "lunch",
                     *       "items": "Tomato soup\nBread",
                     *       "image_url": null,
                     *       "image_generated_at": null,
                     *       "allergens": [],
                     *       "dietary_tags": [
                     *         "vegan"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MenuEntry"];
                };
            };
        };
    };
    createMenuImage: {
        parameters: {
            query?: {
                /** @description Makes a new picture in any case; admins only. */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description The entry of the menu. */
                menuId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "image_url": "https://directory.example.org/api/menu-images/....webp",
                     *       "image_generated_at": "2026-10-05T14:30:03.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["MenuImage"];
                };
            };
        };
    };
    listMenusOfDay: {
        parameters: {
            query: {
                date: string;
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All meals of one day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "menus": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "date": "2026-10-05",
                     *           "meal_type": "lunch",
                     *           "items": "Lentil soup\nApple",
                     *           "image_url": null,
                     *           "image_generated_at": null,
                     *           "allergens": [],
                     *           "dietary_tags": [
                     *             "vegan"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Menus"];
                };
            };
        };
    };
    listMenuSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's own subscriptions to menus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscriptions": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "name": "Lunch",
                     *           "token": "...",
                     *           "meal_types": [
                     *             "lunch"
                     *           ],
                     *           "created_at": "2026-10-05T14:30:07.000Z",
                     *           "feed_url": "https://directory.example.org/api/menus/subscribe/.../feed.ics",
                     *           "webcal_url": "webcal://directory.example.org/api/menus/subscribe/.../feed.ics",
                     *           "google_url": "https://calendar.google.com/calendar/render?cid=webcal%3A%2F%2Fdirectory.example.org%2Fapi%2Fmenus%2Fsubscribe%2F...%2Ffeed.ics"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MenuSubscriptions"];
                };
            };
        };
    };
    createMenuSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Lunch",
                 *       "meal_types": [
                 *         "lunch"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MenuSubscriptionInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscription": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "name": "Lunch",
                     *         "token": "...",
                     *         "meal_types": [
                     *           "lunch"
                     *         ],
                     *         "created_at": "2026-10-05T14:30:07.000Z",
                     *         "feed_url": "https://directory.example.org/api/menus/subscribe/.../feed.ics",
                     *         "webcal_url": "webcal://directory.example.org/api/menus/subscribe/.../feed.ics",
                     *         "google_url": "https://calendar.google.com/calendar/render?cid=webcal%3A%2F%2Fdirectory.example.org%2Fapi%2Fmenus%2Fsubscribe%2F...%2Ffeed.ics"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedMenuSubscription"];
                };
            };
        };
    };
    deleteMenuSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
                /** @description One of the caller's own subscriptions. */
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMenusOfWeek: {
        parameters: {
            query: {
                /** @description A Sunday. */
                start: string;
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The menu of seven days from a Sunday on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "menus": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "date": "2026-10-05",
                     *           "meal_type": "lunch",
                     *           "items": "Lentil soup\nApple",
                     *           "image_url": null,
                     *           "image_generated_at": null,
                     *           "allergens": [],
                     *           "dietary_tags": [
                     *             "vegan"
                     *           ]
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "date": "2026-10-06",
                     *           "meal_type": "lunch",
                     *           "items": "Pasta\nSalad",
                     *           "image_url": null,
                     *           "image_generated_at": null,
                     *           "allergens": [
                     *             "wheat",
                     *             "milk"
                     *           ],
                     *           "dietary_tags": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Menus"];
                };
            };
        };
    };
    listNotices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is shown now and addressed to the caller: an admin, too, sees no more than that. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "notices": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "title": "Picture day is on Friday",
                     *           "body": "<p>Bring the <strong>order form</strong> and a smile.</p>",
                     *           "starts_at": "2026-10-05T14:25:00.000Z",
                     *           "expires_at": "2026-10-09T20:00:00.000Z",
                     *           "pinned": false,
                     *           "urgent": false,
                     *           "reply_to_author": false,
                     *           "read": false,
                     *           "acknowledge_required": true,
                     *           "acknowledged_at": null,
                     *           "category": null,
                     *           "organization_id": null,
                     *           "organization_name": null,
                     *           "attachments": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000002",
                     *               "key": "notices/00000000-0000-4000-8000-000000000003/00000000-0000-4000-8000-000000000004.pdf",
                     *               "file_name": "order-form.pdf",
                     *               "content_type": "application/pdf",
                     *               "size_bytes": 585,
                     *               "uploaded_at": "2026-10-05T14:25:00.000Z"
                     *             }
                     *           ],
                     *           "created_by_name": "Ines Dahl",
                     *           "created_at": "2026-10-05T14:25:00.000Z",
                     *           "updated_at": "2026-10-05T14:25:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Notices"];
                };
            };
        };
    };
    createNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Picture day is on Friday",
                 *       "body": "<p>Bring the <strong>order form</strong> and a smile.</p>",
                 *       "expires_at": "2026-10-09T20:00:00Z",
                 *       "acknowledge": true,
                 *       "attachments": [
                 *         {
                 *           "id": null,
                 *           "key": "notices/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002.pdf",
                 *           "file_name": "order-form.pdf",
                 *           "content_type": "application/pdf",
                 *           "size_bytes": 585,
                 *           "uploaded_at": "2026-10-05T14:25:00.000Z"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NoticeInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000003"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedItem"];
                };
            };
        };
    };
    getNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The notice. */
                noticeId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description A notice that is shown now and addressed to the caller; who manages it sees it before its start and after its end too. It
             *     is read from then on, and so is the notification of it.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "title": "Picture day is on Friday",
                     *       "body": "<p>Bring the <strong>order form</strong> and a smile.</p>",
                     *       "starts_at": "2026-10-05T14:25:00.000Z",
                     *       "expires_at": "2026-10-09T20:00:00.000Z",
                     *       "pinned": false,
                     *       "urgent": false,
                     *       "reply_to_author": false,
                     *       "read": true,
                     *       "acknowledge_required": true,
                     *       "acknowledged_at": null,
                     *       "category": null,
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "attachments": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "key": "notices/00000000-0000-4000-8000-000000000003/00000000-0000-4000-8000-000000000004.pdf",
                     *           "file_name": "order-form.pdf",
                     *           "content_type": "application/pdf",
                     *           "size_bytes": 585,
                     *           "uploaded_at": "2026-10-05T14:25:00.000Z"
                     *         }
                     *       ],
                     *       "created_by_name": "Ines Dahl",
                     *       "created_at": "2026-10-05T14:25:00.000Z",
                     *       "updated_at": "2026-10-05T14:25:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Notice"];
                };
            };
        };
    };
    deleteNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The notice. */
                noticeId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The notice. */
                noticeId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pinned": true
                 *     }
                 */
                "application/json": components["schemas"]["NoticeChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "title": "Picture day is on Friday",
                     *       "body": "<p>Bring the <strong>order form</strong> and a smile.</p>",
                     *       "starts_at": "2026-10-05T14:25:00.000Z",
                     *       "expires_at": "2026-10-09T20:00:00.000Z",
                     *       "pinned": true,
                     *       "urgent": false,
                     *       "reply_to_author": false,
                     *       "read": true,
                     *       "acknowledge_required": true,
                     *       "acknowledged_at": null,
                     *       "category": null,
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "attachments": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "key": "notices/00000000-0000-4000-8000-000000000003/00000000-0000-4000-8000-000000000004.pdf",
                     *           "file_name": "order-form.pdf",
                     *           "content_type": "application/pdf",
                     *           "size_bytes": 585,
                     *           "uploaded_at": "2026-10-05T14:25:00.000Z"
                     *         }
                     *       ],
                     *       "created_by_name": "Ines Dahl",
                     *       "created_at": "2026-10-05T14:25:00.000Z",
                     *       "updated_at": "2026-10-05T14:28:04.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Notice"];
                };
            };
        };
    };
    acknowledgeNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The notice. */
                noticeId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listNoticeAcknowledgements: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The notice. */
                noticeId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who has acknowledged the notice, and who has not yet, for its managers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "acknowledged": 1,
                     *       "outstanding": 3,
                     *       "people": [
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000001",
                     *           "name": "Sami Haddad",
                     *           "acknowledged_at": null,
                     *           "version": null
                     *         },
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000002",
                     *           "name": "Kim Lee",
                     *           "acknowledged_at": null,
                     *           "version": null
                     *         },
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000003",
                     *           "name": "Maria Park",
                     *           "acknowledged_at": "2026-10-05T14:28:00.000Z",
                     *           "version": "..."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NoticeAcknowledgements"];
                };
            };
        };
    };
    exportNoticeAcknowledgements: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The notice. */
                noticeId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A heading and a row for each person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    getNoticeAttachmentDownloadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A file of the item. */
                attachmentId: string;
                /** @description The notice. */
                noticeId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An address for one file of a notice. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://directory.example.org/storage/notices/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002.pdf?...",
                     *       "expires_at": "2026-10-05T14:32:01.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhotoDownloadUrl"];
                };
            };
        };
    };
    listNoticeDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The notice. */
                noticeId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description Whom the notice has reached, and whom it did not, for its managers: a school sees who to call. Guardians on file who have no
             *     account are named, too.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "counts": {
                     *         "read": 1,
                     *         "mailed": 0,
                     *         "waiting": 3,
                     *         "bounced": 0,
                     *         "no_address": 0,
                     *         "not_registered": 0
                     *       },
                     *       "people": [
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000001",
                     *           "name": "Sami Haddad",
                     *           "state": "waiting"
                     *         },
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000002",
                     *           "name": "Kim Lee",
                     *           "state": "waiting"
                     *         },
                     *         {
                     *           "membership_id": "00000000-0000-4000-8000-000000000003",
                     *           "name": "Maria Park",
                     *           "state": "read"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NoticeDeliveries"];
                };
            };
        };
    };
    sendNoticeReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The notice. */
                noticeId: string;
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reminders are on their way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recipients": 3
                     *     }
                     */
                    "application/json": components["schemas"]["SentReminders"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Leaves out those that are read. */
                unreadOnly?: "true";
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's own notifications of the last 180 days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "notifications": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "kind": "notice_created",
                     *           "title": "Picture day is on Friday",
                     *           "body": null,
                     *           "target": {
                     *             "type": "notice",
                     *             "id": "00000000-0000-4000-8000-000000000003"
                     *           },
                     *           "read": false,
                     *           "read_at": null,
                     *           "created_at": "2026-10-05T14:25:00.000Z"
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000004",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "kind": "document_created",
                     *           "title": "Bus routes",
                     *           "body": null,
                     *           "target": {
                     *             "type": "document",
                     *             "id": "00000000-0000-4000-8000-000000000005"
                     *           },
                     *           "read": false,
                     *           "read_at": null,
                     *           "created_at": "2026-10-05T14:20:01.000Z"
                     *         }
                     *       ],
                     *       "unread_count": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Notifications"];
                };
            };
        };
    };
    markNotificationsRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ReadNotifications"];
            };
        };
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                kind?: "team" | "club" | "class";
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The teams, clubs and classes of a school; archived ones for admins only. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organizations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "kind": "team",
                     *           "name": "Cross Country",
                     *           "short_name": "cross-country",
                     *           "category": null,
                     *           "season": "Fall 2026",
                     *           "is_member": true,
                     *           "can_edit": false,
                     *           "archived": false,
                     *           "student_count": 2,
                     *           "has_photo": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Organizations"];
                };
            };
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "club",
                 *       "name": "Chess Club",
                 *       "short_name": "chess-club",
                 *       "season": "Fall 2026"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "kind": "club",
                     *       "name": "Chess Club",
                     *       "short_name": "chess-club",
                     *       "category": null,
                     *       "season": "Fall 2026",
                     *       "is_member": false,
                     *       "can_edit": true,
                     *       "archived": false,
                     *       "student_count": 0,
                     *       "has_photo": false
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    listPermissionSlips: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is addressed to the caller, admins included, from opens_at until visible_until. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "permission_slips": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "title": "Museum trip",
                     *           "summary": null,
                     *           "organization_id": null,
                     *           "organization_name": null,
                     *           "event_id": null,
                     *           "opens_at": "2026-10-05T13:55:00.000Z",
                     *           "closes_at": null,
                     *           "visible_until": null,
                     *           "closed": false,
                     *           "answer_per": "student",
                     *           "my_students": [
                     *             {
                     *               "student_id": "00000000-0000-4000-8000-000000000003",
                     *               "name": "Ada Park",
                     *               "state": "needed"
                     *             }
                     *           ],
                     *           "outstanding": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PermissionSlips"];
                };
            };
        };
    };
    createPermissionSlip: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Planetarium",
                 *       "body": "<p>We go there by train.</p>",
                 *       "statement": "I allow my child to take part.",
                 *       "answer_per": "student",
                 *       "signature_required": true,
                 *       "second_guardian_required": false,
                 *       "questions": [
                 *         {
                 *           "type": "short_text",
                 *           "text": "Allergies?",
                 *           "private": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SlipInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "unprintable": []
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedSlip"];
                };
            };
        };
    };
    listManagedPermissionSlips: {
        parameters: {
            query?: {
                /** @description Left out: all but those that were deleted. */
                state?: "draft" | "upcoming" | "open" | "closed" | "deleted";
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those that the caller manages: an admin all of them, an editor those of their organizations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "permission_slips": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "title": "Planetarium",
                     *           "summary": null,
                     *           "organization_id": null,
                     *           "organization_name": null,
                     *           "event_id": null,
                     *           "opens_at": null,
                     *           "closes_at": null,
                     *           "visible_until": null,
                     *           "closed": false,
                     *           "answer_per": "student",
                     *           "my_students": [],
                     *           "outstanding": 0,
                     *           "body": "<p>We go there by train.</p>",
                     *           "statement": "I allow my child to take part.",
                     *           "statement_version": 1,
                     *           "signature_required": true,
                     *           "second_guardian_required": false,
                     *           "questions": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000003",
                     *               "position": 0,
                     *               "type": "short_text",
                     *               "text": "Allergies?",
                     *               "required": false,
                     *               "private": true,
                     *               "required_on_decline": false,
                     *               "choices": []
                     *             }
                     *           ],
                     *           "attachments": [],
                     *           "can_manage": true,
                     *           "totals": {
                     *             "students": 4,
                     *             "granted": 0,
                     *             "declined": 0,
                     *             "outstanding": 4
                     *           },
                     *           "state": "draft",
                     *           "audience": {
                     *             "type": "school",
                     *             "graduation_years": [],
                     *             "organization_ids": []
                     *           },
                     *           "audience_count": 5,
                     *           "deleted_at": null,
                     *           "my_responses": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ManagedSlips"];
                };
            };
        };
    };
    createPhotoUrls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "students": [
                 *         "00000000-0000-4000-8000-000000000001"
                 *       ],
                 *       "parents": [],
                 *       "size": 96
                 *     }
                 */
                "application/json": components["schemas"]["PhotoUrlsRequest"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "students": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "url": "https://directory.example.org/storage/student-photos/00000000-0000-4000-8000-000000000001-96.webp?...",
                     *           "expires_at": "2026-10-05T14:20:03.000Z"
                     *         }
                     *       ],
                     *       "parents": []
                     *     }
                     */
                    "application/json": components["schemas"]["PhotoUrls"];
                };
            };
        };
    };
    listPolls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those that have opened and are addressed to the caller, admins included; closed ones come last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "polls": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "title": "Where shall the picnic be?",
                     *           "description": null,
                     *           "organization_id": null,
                     *           "opens_at": "2026-10-01T12:00:00.000Z",
                     *           "closes_at": "2026-10-17T00:00:00.000Z",
                     *           "results_visibility": "after_response",
                     *           "anonymous": false,
                     *           "question_count": 1,
                     *           "closed": false,
                     *           "already_responded": false,
                     *           "responded_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Polls"];
                };
            };
        };
    };
    createPoll: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Summer picnic",
                 *       "description": "<p>It ends before dark.</p>",
                 *       "results_visibility": "after_response",
                 *       "anonymous": false,
                 *       "questions": [
                 *         {
                 *           "text": "Which day suits you?",
                 *           "choices": [
                 *             {
                 *               "text": "Friday"
                 *             },
                 *             {
                 *               "text": "Saturday"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PollInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedItem"];
                };
            };
        };
    };
    listManagedPolls: {
        parameters: {
            query?: {
                /** @description Left out: all but those that were deleted. */
                state?: "draft" | "upcoming" | "open" | "closed" | "deleted";
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those that the caller manages, with their totals: an admin all of them, an editor those of their organizations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "polls": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "title": "Summer picnic",
                     *           "description": "<p>It ends before dark.</p>",
                     *           "organization_id": null,
                     *           "opens_at": null,
                     *           "closes_at": null,
                     *           "results_visibility": "after_response",
                     *           "anonymous": false,
                     *           "question_count": 1,
                     *           "closed": false,
                     *           "already_responded": false,
                     *           "responded_at": null,
                     *           "state": "draft",
                     *           "audience": {
                     *             "type": "school",
                     *             "graduation_years": [],
                     *             "organization_ids": []
                     *           },
                     *           "audience_count": 5,
                     *           "response_count": 0,
                     *           "outstanding_count": 5,
                     *           "questions": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000003",
                     *               "position": 0,
                     *               "text": "Which day suits you?",
                     *               "choices": [
                     *                 {
                     *                   "id": "00000000-0000-4000-8000-000000000004",
                     *                   "position": 0,
                     *                   "text": "Friday",
                     *                   "count": 0,
                     *                   "percent": 0
                     *                 },
                     *                 {
                     *                   "id": "00000000-0000-4000-8000-000000000005",
                     *                   "position": 1,
                     *                   "text": "Saturday",
                     *                   "count": 0,
                     *                   "percent": 0
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "respondents": null,
                     *           "deleted_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ManagedPolls"];
                };
            };
        };
    };
    putSchoolDetails: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the list of documents as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "About Lincoln",
                 *       "description": "<p>The office is open from 8 to 3.</p>"
                 *     }
                 */
                "application/json": components["schemas"]["SchoolDetailsInput"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "school-details",
                     *       "title": "About Lincoln",
                     *       "description": "<p>The office is open from 8 to 3.</p>",
                     *       "is_school_details": true,
                     *       "category": null,
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "attachments": [],
                     *       "created_by_name": null,
                     *       "created_at": "2026-10-05T14:20:06.000Z",
                     *       "updated_at": "2026-10-05T14:20:06.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
        };
    };
    listSignups: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is open or was, and is addressed to the caller, admins included; without items and names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signups": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "title": "Bake sale",
                     *           "description": null,
                     *           "location": "Gym",
                     *           "organization_id": null,
                     *           "organization_name": null,
                     *           "opens_at": "2026-10-01T12:00:00.000Z",
                     *           "closes_at": "2026-10-17T00:00:00.000Z",
                     *           "visible_until": null,
                     *           "event_id": null,
                     *           "closed": false,
                     *           "has_claims": false,
                     *           "my_claim_count": 0,
                     *           "needed": 6,
                     *           "filled": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Signups"];
                };
            };
        };
    };
    createSignup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "School garden",
                 *       "claim_per": "person",
                 *       "claimant_visibility": "names",
                 *       "items": [
                 *         {
                 *           "title": "Watering",
                 *           "capacity": 2,
                 *           "slots": {
                 *             "local_start": "2099-09-04T15:30",
                 *             "duration_minutes": 60,
                 *             "rrule": "FREQ=WEEKLY;COUNT=4"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SignupInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedItem"];
                };
            };
        };
    };
    listManagedSignups: {
        parameters: {
            query?: {
                /** @description Left out: all but those that were deleted. */
                state?: "draft" | "upcoming" | "open" | "closed" | "deleted";
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those that the caller manages: an admin all of them, an editor those of their organizations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signups": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "school_id": "00000000-0000-4000-8000-000000000002",
                     *           "title": "School garden",
                     *           "description": null,
                     *           "location": null,
                     *           "organization_id": null,
                     *           "organization_name": null,
                     *           "opens_at": null,
                     *           "closes_at": null,
                     *           "visible_until": null,
                     *           "event_id": null,
                     *           "closed": false,
                     *           "has_claims": false,
                     *           "my_claim_count": 0,
                     *           "needed": 8,
                     *           "filled": 0,
                     *           "claimant_visibility": "names",
                     *           "per_person_limit": null,
                     *           "claim_per": "person",
                     *           "withdraw_until": null,
                     *           "questions": [],
                     *           "items": [
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000003",
                     *               "position": 0,
                     *               "title": "Watering",
                     *               "description": null,
                     *               "starts_at": "2099-09-04T19:30:00.000Z",
                     *               "ends_at": "2099-09-04T20:30:00.000Z",
                     *               "capacity": 2,
                     *               "confirmed": 0,
                     *               "remaining": 2,
                     *               "waitlist_enabled": false,
                     *               "waitlisted": 0,
                     *               "claimants": [],
                     *               "my_claim_ids": []
                     *             },
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000004",
                     *               "position": 1,
                     *               "title": "Watering",
                     *               "description": null,
                     *               "starts_at": "2099-09-11T19:30:00.000Z",
                     *               "ends_at": "2099-09-11T20:30:00.000Z",
                     *               "capacity": 2,
                     *               "confirmed": 0,
                     *               "remaining": 2,
                     *               "waitlist_enabled": false,
                     *               "waitlisted": 0,
                     *               "claimants": [],
                     *               "my_claim_ids": []
                     *             },
                     *             {
                     *               "id": "00000000-0000-4000-8000-000000000005",
                     *               "position": 2,
                     *               "title": "Watering",
                     *               "description": null,
                     *               "starts_at": "2099-09-18T19:30:00.000Z",
                     *               "ends_at": "2099-09-18T20:30:00.000Z",
                     *               "capacity": 2,
                     *               "confirmed": 0,
                     *               "remaining": 2,
                     *               "waitlist_enabled": false,
                     *               "waitlisted": 0,
                     *               "claimants": [],
                     *               "my_claim_ids": []
                     *             }
                     *           ],
                     *           "can_manage": true,
                     *           "state": "draft",
                     *           "audience": {
                     *             "type": "school",
                     *             "graduation_years": [],
                     *             "organization_ids": []
                     *           },
                     *           "audience_count": 5,
                     *           "claims": null,
                     *           "deleted_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ManagedSignups"];
                };
            };
        };
    };
    listStaff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The staff directory of a school. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "staff": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "first_name": "Omar",
                     *           "last_name": "Saleh",
                     *           "name": "Omar Saleh",
                     *           "title": "Cook",
                     *           "department": "Kitchen",
                     *           "email": null,
                     *           "phone": null,
                     *           "room": null,
                     *           "membership_id": null,
                     *           "has_photo": false,
                     *           "organization_ids": []
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "first_name": "Ines",
                     *           "last_name": "Dahl",
                     *           "name": "Ines Dahl",
                     *           "title": "Principal",
                     *           "department": null,
                     *           "email": "ines.dahl@example.org",
                     *           "phone": null,
                     *           "room": "101",
                     *           "membership_id": "00000000-0000-4000-8000-000000000003",
                     *           "has_photo": false,
                     *           "organization_ids": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StaffDirectory"];
                };
            };
        };
    };
    listStudents: {
        parameters: {
            query?: {
                /** @description Adds coordinates, the caller's own note and the guardians' contact; `q` and `graduationYear` are ignored. */
                full?: "true";
                graduationYear?: number;
                /**
                 * @description Parts of a name, cut at blanks, in any order: without regard to case, accents, apostrophes and hyphens. Four digits
                 *     also match the graduation year. Admins, and the student's own guardians, find the name in the school's records, too.
                 *     For admins it also searches the linked parents' name and email, and their phone by its digits in any form (national,
                 *     with `+`, `00` or `(0)`). What is nothing but punctuation finds nobody.
                 */
                q?: string;
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roster: every non-archived student of the school, complete, by last name and first name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "students": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "first_name": "Leo",
                     *           "last_name": "Lee",
                     *           "name": "Leo Lee",
                     *           "graduation_year": 2030,
                     *           "has_photo": false,
                     *           "guardians": [
                     *             {
                     *               "name": "Kim Lee",
                     *               "relation": "mother"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Roster"];
                };
            };
        };
    };
    getWatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a watch shows of the school, for a day ahead. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generated_at": "2026-10-05T14:00:00.000Z",
                     *       "valid_until": "2026-10-05T20:00:00.000Z",
                     *       "time_zone": "America/New_York",
                     *       "next": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "kind": "event",
                     *         "title": "No school",
                     *         "starts_at": null,
                     *         "ends_at": null,
                     *         "location": null,
                     *         "deep_link": "https://directory.example.org/schools/00000000-0000-4000-8000-000000000002/events/00000000-0000-4000-8000-000000000001"
                     *       },
                     *       "today": {
                     *         "date": "2026-10-05",
                     *         "all_day": [],
                     *         "events": [],
                     *         "lunch": {
                     *           "items": "Lentil soup Apple",
                     *           "image_url": null
                     *         }
                     *       },
                     *       "commitments": [],
                     *       "counts": {
                     *         "unread": 0,
                     *         "outstanding": 2
                     *       },
                     *       "timeline": [
                     *         {
                     *           "at": "2026-10-05T04:00:00.000Z",
                     *           "short": "Lentil soup...",
                     *           "line1": "Lentil soup Apple",
                     *           "line2": null,
                     *           "kind": "lunch",
                     *           "relevance": 0.6,
                     *           "deep_link": "https://directory.example.org/schools/00000000-0000-4000-8000-000000000002/menus/2026-10-05"
                     *         },
                     *         {
                     *           "at": "2026-10-05T18:00:00.000Z",
                     *           "short": "No school",
                     *           "line1": "No school",
                     *           "line2": "Mon, Oct 12",
                     *           "kind": "event",
                     *           "relevance": 0.2,
                     *           "deep_link": "https://directory.example.org/schools/00000000-0000-4000-8000-000000000002/events/00000000-0000-4000-8000-000000000001"
                     *         },
                     *         {
                     *           "at": "2026-10-06T04:00:00.000Z",
                     *           "short": "Pasta Salad",
                     *           "line1": "Pasta Salad",
                     *           "line2": null,
                     *           "kind": "lunch",
                     *           "relevance": 0.6,
                     *           "deep_link": "https://directory.example.org/schools/00000000-0000-4000-8000-000000000002/menus/2026-10-06"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WatchPayload"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses that hear of changes in the school. A senior admin may. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "url": "https://app.example.org/hooks/school",
                     *           "description": "The app",
                     *           "kinds": [
                     *             "notice.created",
                     *             "menu.changed"
                     *           ],
                     *           "paused": false,
                     *           "failing_since": null,
                     *           "created_at": "2026-10-05T15:13:00.000Z",
                     *           "updated_at": "2026-10-05T15:13:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://app.example.org/hooks/school",
                 *       "kinds": [
                 *         "notice.created",
                 *         "menu.changed"
                 *       ],
                 *       "description": "The app"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "url": "https://app.example.org/hooks/school",
                     *       "description": "The app",
                     *       "kinds": [
                     *         "notice.created",
                     *         "menu.changed"
                     *       ],
                     *       "paused": false,
                     *       "failing_since": null,
                     *       "created_at": "2026-10-05T15:13:00.000Z",
                     *       "updated_at": "2026-10-05T15:13:00.000Z",
                     *       "secret": "..."
                     *     }
                     */
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kinds": [
                 *         "notice.created",
                 *         "notice.updated"
                 *       ],
                 *       "paused": false
                 *     }
                 */
                "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "url": "https://app.example.org/hooks/school",
                     *       "description": "The app",
                     *       "kinds": [
                     *         "notice.created",
                     *         "notice.updated"
                     *       ],
                     *       "paused": false,
                     *       "failing_since": null,
                     *       "created_at": "2026-10-05T15:13:00.000Z",
                     *       "updated_at": "2026-10-05T15:13:02.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Those in that state alone. */
                state?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                /** @description The school. */
                schoolId: string;
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the webhook was told, newest first. A senior admin may. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "kind": "test",
                     *           "state": "pending",
                     *           "attempts": 0,
                     *           "last_status": null,
                     *           "last_error": null,
                     *           "next_at": "2026-10-05T15:13:04.000Z",
                     *           "created_at": "2026-10-05T15:13:04.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A delivery of the webhook. */
                deliveryId: string;
                /** @description The school. */
                schoolId: string;
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is on its way again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "00000000-0000-4000-8000-000000000001"
                     *     }
                     */
                    "application/json": components["schemas"]["QueuedDelivery"];
                };
            };
        };
    };
    renewWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "..."
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The school. */
                schoolId: string;
                /** @description The webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is on its way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "00000000-0000-4000-8000-000000000001"
                     *     }
                     */
                    "application/json": components["schemas"]["QueuedDelivery"];
                };
            };
        };
    };
    getSignup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The sign-up. */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A sign-up that is addressed to the caller: an admin, too, sees no other here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "title": "Bake sale",
                     *       "description": null,
                     *       "location": "Gym",
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "opens_at": "2026-10-01T12:00:00.000Z",
                     *       "closes_at": "2026-10-17T00:00:00.000Z",
                     *       "visible_until": null,
                     *       "event_id": null,
                     *       "closed": false,
                     *       "has_claims": false,
                     *       "my_claim_count": 0,
                     *       "needed": 6,
                     *       "filled": 0,
                     *       "claimant_visibility": "names",
                     *       "per_person_limit": null,
                     *       "claim_per": "person",
                     *       "withdraw_until": null,
                     *       "questions": [],
                     *       "items": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "position": 0,
                     *           "title": "Cake",
                     *           "description": null,
                     *           "starts_at": null,
                     *           "ends_at": null,
                     *           "capacity": 6,
                     *           "confirmed": 0,
                     *           "remaining": 6,
                     *           "waitlist_enabled": true,
                     *           "waitlisted": 0,
                     *           "claimants": [],
                     *           "my_claim_ids": []
                     *         }
                     *       ],
                     *       "can_manage": false
                     *     }
                     */
                    "application/json": components["schemas"]["SignupDetail"];
                };
            };
        };
    };
    createSignupClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The sign-up. */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "item_id": "00000000-0000-4000-8000-000000000001",
                 *       "quantity": 2,
                 *       "comment": "One without nuts",
                 *       "accept_waitlist": true
                 *     }
                 */
                "application/json": components["schemas"]["SignupClaimInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000002",
                     *       "signup_id": "00000000-0000-4000-8000-000000000003",
                     *       "item_id": "00000000-0000-4000-8000-000000000001",
                     *       "quantity": 2,
                     *       "status": "confirmed",
                     *       "waitlist_position": null,
                     *       "student_id": null,
                     *       "comment": "One without nuts",
                     *       "answers": [],
                     *       "created_at": "2026-10-05T14:51:02.000Z",
                     *       "updated_at": "2026-10-05T14:51:02.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignupClaim"];
                };
            };
        };
    };
    exportSignupClaims: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The sign-up. */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A heading and a row for each claim. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    withdrawSignupClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description A claim of the sign-up. */
                claimId: string;
                /** @description The sign-up. */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeSignupClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description A claim of the sign-up. */
                claimId: string;
                /** @description The sign-up. */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "quantity": 1
                 *     }
                 */
                "application/json": components["schemas"]["SignupClaimChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "signup_id": "00000000-0000-4000-8000-000000000002",
                     *       "item_id": "00000000-0000-4000-8000-000000000003",
                     *       "quantity": 1,
                     *       "status": "confirmed",
                     *       "waitlist_position": null,
                     *       "student_id": null,
                     *       "comment": "One without nuts",
                     *       "answers": [],
                     *       "created_at": "2026-10-05T14:51:02.000Z",
                     *       "updated_at": "2026-10-05T14:51:04.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignupClaim"];
                };
            };
        };
    };
    getManagedSignup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The sign-up. */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A sign-up with who has claimed what, for its managers: whatever its audience, before it opens and once it is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "title": "School garden",
                     *       "description": null,
                     *       "location": null,
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "opens_at": "2026-09-01T06:00:00.000Z",
                     *       "closes_at": null,
                     *       "visible_until": null,
                     *       "event_id": null,
                     *       "closed": false,
                     *       "has_claims": true,
                     *       "my_claim_count": 0,
                     *       "needed": 7,
                     *       "filled": 1,
                     *       "claimant_visibility": "names",
                     *       "per_person_limit": null,
                     *       "claim_per": "person",
                     *       "withdraw_until": null,
                     *       "questions": [],
                     *       "items": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "position": 0,
                     *           "title": "Watering",
                     *           "description": null,
                     *           "starts_at": "2099-09-04T19:30:00.000Z",
                     *           "ends_at": "2099-09-04T20:30:00.000Z",
                     *           "capacity": 2,
                     *           "confirmed": 1,
                     *           "remaining": 1,
                     *           "waitlist_enabled": false,
                     *           "waitlisted": 0,
                     *           "claimants": [
                     *             {
                     *               "claim_id": "00000000-0000-4000-8000-000000000004",
                     *               "display_name": "Maria Park",
                     *               "quantity": 1,
                     *               "status": "confirmed",
                     *               "is_me": false,
                     *               "comment": null
                     *             }
                     *           ],
                     *           "my_claim_ids": []
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000005",
                     *           "position": 1,
                     *           "title": "Watering",
                     *           "description": null,
                     *           "starts_at": "2099-09-11T19:30:00.000Z",
                     *           "ends_at": "2099-09-11T20:30:00.000Z",
                     *           "capacity": 2,
                     *           "confirmed": 0,
                     *           "remaining": 2,
                     *           "waitlist_enabled": false,
                     *           "waitlisted": 0,
                     *           "claimants": [],
                     *           "my_claim_ids": []
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000006",
                     *           "position": 2,
                     *           "title": "Watering",
                     *           "description": null,
                     *           "starts_at": "2099-09-18T19:30:00.000Z",
                     *           "ends_at": "2099-09-18T20:30:00.000Z",
                     *           "capacity": 2,
                     *           "confirmed": 0,
                     *           "remaining": 2,
                     *           "waitlist_enabled": false,
                     *           "waitlisted": 0,
                     *           "claimants": [],
                     *           "my_claim_ids": []
                     *         }
                     *       ],
                     *       "can_manage": true,
                     *       "state": "open",
                     *       "audience": {
                     *         "type": "school",
                     *         "graduation_years": [],
                     *         "organization_ids": []
                     *       },
                     *       "audience_count": 5,
                     *       "claims": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000004",
                     *           "signup_id": "00000000-0000-4000-8000-000000000001",
                     *           "item_id": "00000000-0000-4000-8000-000000000003",
                     *           "quantity": 1,
                     *           "status": "confirmed",
                     *           "waitlist_position": null,
                     *           "student_id": null,
                     *           "comment": null,
                     *           "answers": [],
                     *           "created_at": "2026-10-05T14:51:09.000Z",
                     *           "updated_at": "2026-10-05T14:51:09.000Z",
                     *           "membership_id": "00000000-0000-4000-8000-000000000008",
                     *           "name": "Maria Park",
                     *           "email": "maria.park@example.org",
                     *           "phone": "+1 802 555 0101"
                     *         }
                     *       ],
                     *       "deleted_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["ManagedSignup"];
                };
            };
        };
    };
    deleteSignup: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The sign-up. */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeSignup: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the item as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The sign-up. */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "opens_at": "2026-09-01T06:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["SignupChanges"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "title": "School garden",
                     *       "description": null,
                     *       "location": null,
                     *       "organization_id": null,
                     *       "organization_name": null,
                     *       "opens_at": "2026-09-01T06:00:00.000Z",
                     *       "closes_at": null,
                     *       "visible_until": null,
                     *       "event_id": null,
                     *       "closed": false,
                     *       "has_claims": false,
                     *       "my_claim_count": 0,
                     *       "needed": 8,
                     *       "filled": 0,
                     *       "claimant_visibility": "names",
                     *       "per_person_limit": null,
                     *       "claim_per": "person",
                     *       "withdraw_until": null,
                     *       "questions": [],
                     *       "items": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "position": 0,
                     *           "title": "Watering",
                     *           "description": null,
                     *           "starts_at": "2099-09-04T19:30:00.000Z",
                     *           "ends_at": "2099-09-04T20:30:00.000Z",
                     *           "capacity": 2,
                     *           "confirmed": 0,
                     *           "remaining": 2,
                     *           "waitlist_enabled": false,
                     *           "waitlisted": 0,
                     *           "claimants": [],
                     *           "my_claim_ids": []
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000004",
                     *           "position": 1,
                     *           "title": "Watering",
                     *           "description": null,
                     *           "starts_at": "2099-09-11T19:30:00.000Z",
                     *           "ends_at": "2099-09-11T20:30:00.000Z",
                     *           "capacity": 2,
                     *           "confirmed": 0,
                     *           "remaining": 2,
                     *           "waitlist_enabled": false,
                     *           "waitlisted": 0,
                     *           "claimants": [],
                     *           "my_claim_ids": []
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000005",
                     *           "position": 2,
                     *           "title": "Watering",
                     *           "description": null,
                     *           "starts_at": "2099-09-18T19:30:00.000Z",
                     *           "ends_at": "2099-09-18T20:30:00.000Z",
                     *           "capacity": 2,
                     *           "confirmed": 0,
                     *           "remaining": 2,
                     *           "waitlist_enabled": false,
                     *           "waitlisted": 0,
                     *           "claimants": [],
                     *           "my_claim_ids": []
                     *         }
                     *       ],
                     *       "can_manage": true,
                     *       "state": "open",
                     *       "audience": {
                     *         "type": "school",
                     *         "graduation_years": [],
                     *         "organization_ids": []
                     *       },
                     *       "audience_count": 5,
                     *       "claims": [],
                     *       "deleted_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["ManagedSignup"];
                };
            };
        };
    };
    recordSignupClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The sign-up. */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "item_id": "00000000-0000-4000-8000-000000000001",
                 *       "membership_id": "00000000-0000-4000-8000-000000000002"
                 *     }
                 */
                "application/json": components["schemas"]["ManagedClaimInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000003",
                     *       "signup_id": "00000000-0000-4000-8000-000000000004",
                     *       "item_id": "00000000-0000-4000-8000-000000000001",
                     *       "quantity": 1,
                     *       "status": "confirmed",
                     *       "waitlist_position": null,
                     *       "student_id": null,
                     *       "comment": null,
                     *       "answers": [],
                     *       "created_at": "2026-10-05T14:51:09.000Z",
                     *       "updated_at": "2026-10-05T14:51:09.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignupClaim"];
                };
            };
        };
    };
    sendSignupReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The sign-up. */
                signupId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["SignupReminderInput"];
            };
        };
        responses: {
            /** @description The reminders are on their way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recipients": 1
                     *     }
                     */
                    "application/json": components["schemas"]["SentReminders"];
                };
            };
        };
    };
    getStudent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The student. */
                studentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A student with contact, guardians and the caller's own star and note. Missing coordinates are computed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "school_id": "00000000-0000-4000-8000-000000000002",
                     *       "first_name": "Leo",
                     *       "legal_first_name": null,
                     *       "legal_last_name": null,
                     *       "middle_name": null,
                     *       "last_name": "Lee",
                     *       "preferred_name": null,
                     *       "graduation_year": 2030,
                     *       "grade": null,
                     *       "email": null,
                     *       "phone": null,
                     *       "latitude": 44.2012,
                     *       "longitude": -72.5103,
                     *       "name": "Leo Lee",
                     *       "address": {
                     *         "line1": "7 Maple Avenue",
                     *         "line2": null,
                     *         "city": "Barre",
                     *         "region": "VT",
                     *         "postal_code": "05641",
                     *         "country": "US"
                     *       },
                     *       "address_visible": true,
                     *       "has_photo": false,
                     *       "guardians": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "membership_id": "00000000-0000-4000-8000-000000000004",
                     *           "name": "Kim Lee",
                     *           "relation": "mother",
                     *           "email": "kim.lee@example.org",
                     *           "phone": "+1 802 555 0103",
                     *           "has_photo": false,
                     *           "restricted": false
                     *         }
                     *       ],
                     *       "organizations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000005",
                     *           "short_name": "cross-country",
                     *           "name": "Cross Country",
                     *           "kind": "team"
                     *         }
                     *       ],
                     *       "is_own": false,
                     *       "starred": false,
                     *       "notes": []
                     *     }
                     */
                    "application/json": components["schemas"]["StudentDetail"];
                };
            };
        };
    };
    proposeCorrection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The student. */
                studentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "field": "phone",
                 *       "proposed": "+1 212 555 0177",
                 *       "comment": "It is a new number."
                 *     }
                 */
                "application/json": components["schemas"]["CorrectionInput"];
            };
        };
        responses: {
            /** @description It was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "student_id": "00000000-0000-4000-8000-000000000002",
                     *       "student_name": "Ada Park",
                     *       "field": "phone",
                     *       "present": null,
                     *       "proposed": "+1 212 555 0177",
                     *       "comment": "It is a new number.",
                     *       "state": "open",
                     *       "answer": null,
                     *       "by_name": "Maria Park",
                     *       "created_at": "2026-10-05T15:08:00.000Z",
                     *       "settled_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Correction"];
                };
            };
        };
    };
    getNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The student. */
                studentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's own private note on a student. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note": {
                     *         "student_id": "00000000-0000-4000-8000-000000000001",
                     *         "body": "Allergic to nuts.",
                     *         "created_at": "2026-10-05T14:06:00.000Z",
                     *         "updated_at": "2026-10-05T14:06:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NoteAnswer"];
                };
            };
        };
    };
    putNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the note as the caller last read it. */
                "If-Match"?: string;
            };
            path: {
                /** @description The student. */
                studentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "Allergic to nuts."
                 *     }
                 */
                "application/json": components["schemas"]["NoteInput"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note": {
                     *         "student_id": "00000000-0000-4000-8000-000000000001",
                     *         "body": "Allergic to nuts.",
                     *         "created_at": "2026-10-05T14:06:00.000Z",
                     *         "updated_at": "2026-10-05T14:06:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NoteAnswer"];
                };
            };
        };
    };
    confirmStudentPhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client, best a UUID. The same key with the same body within 24 hours does nothing more, and shows what was made as the caller may see it by now; what is gone is 404. With another body it is 409 `idempotency_key_reused`. What was refused is judged anew. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The student. */
                studentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "photo_key": "student-photos/00000000-0000-4000-8000-000000000001.jpg"
                 *     }
                 */
                "application/json": components["schemas"]["PhotoConfirmation"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "photo_key": "student-photos/00000000-0000-4000-8000-000000000001.jpg",
                     *       "content_type": "image/jpeg",
                     *       "width": 64,
                     *       "height": 48,
                     *       "updated_at": "2026-10-05T14:15:01.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfirmedPhoto"];
                };
            };
        };
    };
    deleteStudentPhoto: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The student. */
                studentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getStudentPhotoDownloadUrl: {
        parameters: {
            query?: {
                /**
                 * @description The longer side in pixels, at most: a WebP, without movement. Left out: the photo as it is, which also stands in for a
                 *     small picture that is not made yet.
                 */
                size?: 96 | 320;
            };
            header?: never;
            path: {
                /** @description The student. */
                studentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An address to show a student's photo from, good for five minutes. The family sees in its disclosures that it was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://directory.example.org/storage/student-photos/00000000-0000-4000-8000-000000000001.jpg?...",
                     *       "expires_at": "2026-10-05T14:20:02.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhotoDownloadUrl"];
                };
            };
        };
    };
    createStudentPhotoUploadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The student. */
                studentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content_type": "image/jpeg"
                 *     }
                 */
                "application/json": components["schemas"]["PhotoUploadRequest"];
            };
        };
        responses: {
            /** @description It was done: this is how it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "upload_url": "https://directory.example.org/storage/staging/00000000-0000-4000-8000-000000000001/student-photos/00000000-0000-4000-8000-000000000002.jpg?...",
                     *       "method": "PUT",
                     *       "headers": {
                     *         "Content-Type": "image/jpeg"
                     *       },
                     *       "photo_key": "student-photos/00000000-0000-4000-8000-000000000002.jpg",
                     *       "max_bytes": 5242880,
                     *       "expires_at": "2026-10-05T14:20:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PhotoUploadUrl"];
                };
            };
        };
    };
    starStudent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The student. */
                studentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unstarStudent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The student. */
                studentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
