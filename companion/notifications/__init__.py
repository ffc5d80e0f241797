"""Tell an address of a group's own choice about its finished plays. docs/play/notifications.md documents it."""
