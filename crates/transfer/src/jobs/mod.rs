//! Jobs: slow work that administrators start, watch and cancel. Each is a row that says how far it is, so that it is
//! begun again after the process ended in the middle of it.
//!
//! What the server does by itself, now and then, is [`server::jobs`].

mod csv;
pub mod manage;
pub mod message_export;
pub mod reindex;
pub mod retention;
pub mod users_export;

use permissions::Permission;

use crate::runner::Kind;
use crate::{exports, imports};

/// One line per kind.
pub static KINDS: &[Kind] = &[
    Kind {
        name: users_export::KIND,
        read: Permission::ReadJobs,
        create: Permission::ManageSystem,
        manage: Permission::ManageSystem,
        work: |app, running| Box::pin(users_export::run(app, running)),
    },
    Kind {
        name: message_export::KIND,
        read: Permission::ReadComplianceExportJob,
        create: Permission::CreateComplianceExportJob,
        manage: Permission::ManageComplianceExportJob,
        work: |app, running| Box::pin(message_export::run(app, running)),
    },
    Kind {
        name: reindex::KIND,
        read: Permission::ReadElasticsearchPostIndexingJob,
        create: Permission::CreateElasticsearchPostIndexingJob,
        manage: Permission::ManageElasticsearchPostIndexingJob,
        work: |app, running| Box::pin(reindex::run(app, running)),
    },
    Kind {
        name: retention::KIND,
        read: Permission::ReadDataRetentionJob,
        create: Permission::CreateDataRetentionJob,
        manage: Permission::ManageDataRetentionJob,
        work: |app, running| Box::pin(retention::run(app, running)),
    },
    // What an import may do, an administrator alone may: it makes administrators.
    Kind {
        name: imports::manage::KIND,
        read: Permission::ReadJobs,
        create: Permission::ManageSystem,
        manage: Permission::ManageSystem,
        work: |app, running| Box::pin(imports::manage::run(app, running)),
    },
    Kind {
        name: imports::manage::DELETE_KIND,
        read: Permission::ReadJobs,
        create: Permission::ManageSystem,
        manage: Permission::ManageSystem,
        work: |app, running| Box::pin(imports::manage::clean(app, running)),
    },
    Kind {
        name: exports::manage::KIND,
        read: Permission::ReadJobs,
        create: Permission::ManageSystem,
        manage: Permission::ManageSystem,
        work: |app, running| Box::pin(exports::manage::run(app, running)),
    },
    Kind {
        name: exports::manage::DELETE_KIND,
        read: Permission::ReadJobs,
        create: Permission::ManageSystem,
        manage: Permission::ManageSystem,
        work: |app, running| Box::pin(exports::manage::clean(app, running)),
    },
];
