// A device keeps the email that it was given. With another one, a thief could ask for a new password by mail after the
// stolen device's password was changed.
onRecordRequestEmailChangeRequest(() => {
	throw new ForbiddenError("A device can't change its email.");
}, "users");
